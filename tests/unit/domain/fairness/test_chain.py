"""Salts, leaves and heads, against the formulas of the documentation."""

import hashlib
import struct

from domain.fairness import chain, salts
from domain.fairness.chain import first_head, next_head
from tests.support.formulas import SEED, TABLE, mac


def test_salt_leaf_and_head() -> None:
    salt = mac(SEED, b"ludotheque/salt/1\x00" + struct.pack(">Q", 1))
    leaf = hashlib.sha256(b"\x00" + salt + b"{}").digest()
    zero = hashlib.sha256(b"ludotheque/chain/1\x00" + TABLE.encode()).digest()
    head = hashlib.sha256(b"\x01" + zero + leaf).digest()
    assert salts.salt(SEED, 1) == salt
    assert chain.leaf(salt, b"{}") == leaf
    assert first_head(TABLE) == zero
    assert next_head(zero, leaf) == extend(zero, SEED, 1, [b"{}"]) == head


def test_extending_by_many_is_extending_one_by_one() -> None:
    head = first_head(TABLE)
    one_by_one = extend(extend(head, SEED, 1, [b"1"]), SEED, 2, [b"2", b"3"])
    assert extend(head, SEED, 1, [b"1", b"2", b"3"]) == one_by_one
