"""Salts, leaves and heads, against the formulas of the documentation."""

import hashlib
import struct
from collections.abc import Sequence

import pytest

from domain.fairness import chain, salts
from domain.fairness.chain import first_head, link, links
from domain.judging.stored import Entry, extend
from tests.support.histories.fairness_formulas import SEED, TABLE, mac


def test_salt_leaf_and_head() -> None:
    salt = mac(SEED, b"ludotheque/salt/1\x00" + struct.pack(">Q", 1))
    leaf = hashlib.sha256(b"\x10" + salt + b"{}").digest()
    zero = hashlib.sha256(b"ludotheque/chain/1\x00" + TABLE.encode()).digest()
    head = hashlib.sha256(b"\x11" + zero + leaf).digest()
    assert salts.salt(SEED, 1) == salt
    assert chain.leaf(salt, b"{}") == leaf
    assert first_head(TABLE) == zero
    assert chain.next_head(zero, leaf) == link(zero, SEED, 1, b"{}", None) == head


def test_the_command_of_a_commit_is_linked_before_its_first_event() -> None:
    salt = mac(SEED, b"ludotheque/command-salt/1\x00" + struct.pack(">Q", 1))
    leaf = hashlib.sha256(b"\x12" + salt + b"command").digest()
    before = hashlib.sha256(b"\x13" + first_head(TABLE) + leaf).digest()
    assert salts.command_salt(SEED, 1) == salt
    assert chain.command_leaf(salt, b"command") == leaf
    assert chain.command_head(first_head(TABLE), leaf) == before
    with_command = link(first_head(TABLE), SEED, 1, b"{}", b"command")
    assert with_command == link(before, SEED, 1, b"{}", None)


def test_extending_by_many_is_extending_one_by_one() -> None:
    entries = [Entry(1, b"1", b"c"), Entry(2, b"2"), Entry(3, b"3", b"d")]
    head = first_head(TABLE)
    one_by_one = extend(extend(head, SEED, entries[:1]), SEED, entries[1:])
    assert extend(head, SEED, entries) == one_by_one


def test_the_first_salts_are_those_of_the_first_versions() -> None:
    together = salts.first_salts(SEED, 300)
    assert together == b"".join(salts.salt(SEED, version) for version in range(1, 301))


@pytest.mark.parametrize("versions", [range(1, 9), range(5, 9), range(900, 903), (1, 7, 2, 0, 3)])
def test_linking_many_is_linking_each(versions: Sequence[int]) -> None:
    """Also versions that are missing, repeated or out of order in a damaged history."""
    entries = [Entry(each, b"%d" % each, b"c" if each % 3 else None) for each in versions]
    head, found = first_head(TABLE), []
    for entry in entries:
        head = link(head, SEED, entry.version, entry.event, entry.record)
        found.append(head)
    assert list(links(first_head(TABLE), SEED, entries)) == found
