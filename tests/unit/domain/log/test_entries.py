import hashlib

import pytest

from domain.log.checkpoint import Checkpoint
from domain.log.entries import (
    STATUSES,
    Closed,
    Continues,
    Entry,
    NewKey,
    Spent,
    Started,
    decode_entry,
    encode_entry,
    reward_name,
    table_name,
)
from domain.log.note import ED25519, LogError, Signer

TABLE = "a" * 26
NAME, HEAD = table_name(TABLE), b"h" * 32
KEY = Signer("example.com/log", ED25519, bytes(32)).verifier

ALL: list[Entry] = [
    Started(NAME, 7, HEAD),
    *(Closed(NAME, 99, HEAD, status) for status in STATUSES),
    Spent(reward_name(TABLE, "p" * 26), NAME),
    NewKey(KEY),
    Continues(Checkpoint("example.com/lost", 5, HEAD)),
]


@pytest.mark.parametrize("entry", ALL)
def test_an_entry_is_read_as_it_was_written(entry: Entry) -> None:
    assert decode_entry(encode_entry(entry)) == entry


def test_names_and_bytes_are_those_of_the_design() -> None:
    name = hashlib.sha256(b"ludotheque/log-table/1\x00" + TABLE.encode()).digest()
    assert name == NAME
    assert encode_entry(ALL[0]) == b"\x01" + name + (7).to_bytes(8, "big") + HEAD
    assert encode_entry(ALL[1]) == b"\x02" + name + (99).to_bytes(8, "big") + HEAD + b"\x01"
    reward = hashlib.sha256(b"ludotheque/log-reward/1\x00" + b"a" * 26 + b"p" * 26).digest()
    assert encode_entry(Spent(reward_name(TABLE, "p" * 26), NAME)) == b"\x03" + reward + name
    assert encode_entry(NewKey(KEY)) == b"\x04" + str(KEY).encode()


def test_a_table_takes_215_bytes() -> None:
    pair = [encode_entry(ALL[0]), encode_entry(ALL[1])]
    assert sum(len(entry) + 2 + 32 for entry in pair) == 215


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x06",
        b"\x01" + bytes(71),
        b"\x02" + bytes(73),
        b"\x02" + bytes(72) + b"\x09",
        b"\x03" + bytes(63),
        b"\x04\xff",
        b"\x04" + b"x",
        b"\x05" + bytes(40),
        b"\x05" + bytes(40) + b"\xff",
    ],
)
def test_malformed_entries_are_rejected(raw: bytes) -> None:
    with pytest.raises(LogError):
        decode_entry(raw)
