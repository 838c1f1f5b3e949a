"""Commitments, mixing of shares and join code, against the formulas of the documentation."""

import hashlib
import struct

from domain.fairness.seed import commitment, join_code, mix, sealed_luck
from tests.support.histories.fairness_formulas import SEED, TABLE, mac


def test_the_commitment() -> None:
    expected = hashlib.sha256(b"ludotheque/seed/1\x00" + TABLE.encode() + SEED).hexdigest()
    assert commitment(TABLE, SEED) == expected


def test_sealed_luck_commits_to_table_player_and_share() -> None:
    share, player = bytes(range(32)), "p" * 26
    message = b"ludotheque/share/1\x00" + TABLE.encode() + player.encode() + share
    assert sealed_luck(TABLE, player, share) == hashlib.sha256(message).hexdigest()


def test_the_mix_of_every_seats_share() -> None:
    anne, bob = bytes(range(32)), b""
    message = b"ludotheque/mix/1\x00" + TABLE.encode()
    message += struct.pack(">Q", 32) + anne + struct.pack(">Q", 0)
    assert mix(TABLE, SEED, [anne, bob]) == mac(SEED, message)


def test_the_seat_of_a_share_counts() -> None:
    share = bytes(range(32))
    assert mix(TABLE, SEED, [share, b""]) != mix(TABLE, SEED, [b"", share])
    assert mix(TABLE, SEED, [share]) != mix(TABLE, SEED, [share, b""])


def test_the_code_of_a_private_table_follows_from_its_seed() -> None:
    code = join_code(TABLE, SEED)
    assert code == join_code(TABLE, SEED) != join_code(TABLE, SEED[::-1])
    assert len(code) == 16
