"""Commitment, mixing of entropy and join code, against the formulas of the documentation."""

import hashlib
import struct

from domain.fairness.seed import commitment, join_code, mix
from tests.support.formulas import SEED, TABLE, mac


def test_the_commitment() -> None:
    expected = hashlib.sha256(b"ludotheque/seed/1\x00" + TABLE.encode() + SEED).hexdigest()
    assert commitment(TABLE, SEED) == expected


def test_the_mix_of_everybody_s_entropy() -> None:
    anne, bob = "café", ""
    message = b"ludotheque/mix/1\x00" + TABLE.encode()
    message += struct.pack(">Q", 5) + "café".encode() + struct.pack(">Q", 0)
    assert mix(TABLE, SEED, [anne, bob]) == mac(SEED, message)


def test_no_two_ways_of_dividing_entropy_mix_to_the_same() -> None:
    assert mix(TABLE, SEED, ["ab", "c"]) != mix(TABLE, SEED, ["a", "bc"])
    assert mix(TABLE, SEED, ["a"]) != mix(TABLE, SEED, ["a", ""])


def test_the_code_of_a_private_table_follows_from_its_seed() -> None:
    code = join_code(TABLE, SEED)
    assert code == join_code(TABLE, SEED) != join_code(TABLE, SEED[::-1])
    assert len(code) == 10
