"""Salts, leaves and heads, against the formulas of the documentation."""

import hashlib
import struct

import hypothesis.strategies as st
import msgspec
import pytest
import rfc8785
from hypothesis import given, settings

from domain.fairness import chain
from domain.fairness.chain import (
    FORMAT_3,
    MOST_EVENTS,
    canon,
    commitment,
    first_head,
    join_code,
    mix,
    sealed_luck,
)
from domain.fairness.format_2 import FORMAT_2
from domain.judging.codec import RecordedEvent, encode
from domain.judging.stored import Entry, entries_from, extend, heads_after, with_heads
from domain.kernel.ids import rfc3339
from ludotheque.laws.random_play import played
from tests.support.histories.fairness_formulas import SEED, TABLE, mac
from tests.support.players.fixed_world import NOON

ZERO = hashlib.sha256(b"ludotheque/chain/1\x00" + TABLE.encode()).digest()


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def mac_of(use: bytes, version: int) -> bytes:
    return mac(SEED, b"ludotheque/%b/1\x00" % use + struct.pack(">Q", version))


def test_the_head_of_a_commit_covers_its_command_and_all_its_events() -> None:
    of_command, own = mac_of(b"command-salt", 7), [mac_of(b"salt", 7), mac_of(b"salt", 8)]
    command = sha(b"\x12", of_command, b"command")
    leaves = [sha(b"\x10", own[0], b"{}"), sha(b"\x10", own[1], b"[]")]
    head = sha(b"\x20", ZERO, struct.pack(">I", 2), command, *leaves)
    entry = Entry(7, (b"{}", b"[]"), b"command")
    assert first_head(TABLE) == ZERO
    assert entry.seals(SEED) == (of_command, command, own, leaves)
    assert entry.next_head(ZERO, SEED) == head


def test_a_further_entry_of_a_commit_has_no_command() -> None:
    leaf = sha(b"\x10", mac_of(b"salt", 257), b"{}")
    head = sha(b"\x21", ZERO, struct.pack(">I", 1), leaf)
    assert Entry(257, (b"{}",)).next_head(ZERO, SEED) == head


def test_format_2_has_a_head_for_each_event() -> None:
    leaves = [sha(b"\x10", mac_of(b"salt", 7), b"{}"), sha(b"\x10", mac_of(b"salt", 8), b"[]")]
    command = sha(b"\x12", mac_of(b"command-salt", 7), b"command")
    first = sha(b"\x11", sha(b"\x13", ZERO, command), leaves[0])
    last = sha(b"\x11", first, leaves[1])
    assert FORMAT_2.heads is not None
    assert FORMAT_2.heads(ZERO, command, leaves) == [first, last]
    assert Entry(7, (b"{}", b"[]"), b"command", format=FORMAT_2).next_head(ZERO, SEED) == last


def test_the_first_salts_are_those_of_the_first_versions() -> None:
    together = chain.first_salts(SEED, 300)
    assert together == b"".join(chain.salt(SEED, version) for version in range(1, 301))


@pytest.mark.parametrize("versions", [range(1, 9), range(5, 9), range(900, 903)])
def test_linking_many_is_linking_each(versions: range) -> None:
    entries = [Entry(each, (b"%d" % each,), b"c" if each % 3 else None) for each in versions]
    head, found = ZERO, []
    for entry in entries:
        head = entry.next_head(head, SEED)
        found.append(head)
    assert [*heads_after(ZERO, SEED, entries)] == found


@pytest.mark.parametrize("format_", [FORMAT_2, FORMAT_3])
@pytest.mark.parametrize("count", [1, 2, 255, 256, 257, 600])
def test_a_long_commit_is_hashed_in_entries_of_256_events(
    count: int, format_: chain.Format
) -> None:
    events = [b"%d" % n for n in range(count)]
    records = {1: b"a", 4: b"b"} if count > 4 else {1: b"a"}
    entries = [*entries_from(events, records, format_)]
    assert [event for entry in entries for event in entry.events] == events
    assert all(len(entry.events) <= MOST_EVENTS for entry in entries)
    assert {e.first: e.record for e in entries if e.record} == records
    linked = with_heads(ZERO, SEED, entries)
    assert [*heads_after(ZERO, SEED, entries)][-1] == linked[-1].head
    assert extend(extend(ZERO, SEED, entries[:1]), SEED, entries[1:]) == linked[-1].head
    assert sum(bool(entry.head) for entry in linked) == len(records)


# Canonical JSON, against another implementation of RFC 8785.

KEYS = st.text("abcxyz0189_", max_size=4).map(lambda tail: f"k{tail}")


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


LEAVES = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS


VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner), max_leaves=12
)


@settings(max_examples=200, deadline=None)
@given(VALUES)
def test_canonical_bytes_are_those_of_rfc_8785(value: object) -> None:
    assert canon(value) == rfc8785.dumps(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", range(2))
def test_the_bytes_of_every_event_of_a_table_are_canonical(number: int) -> None:
    for version, event in enumerate(played("gumball_rally", 4, number).events, 1):
        raw = encode(RecordedEvent(version, rfc3339(NOON), 1, event))
        assert rfc8785.dumps(msgspec.json.decode(raw)) == raw


# Commitments, mixing of shares and join code, against the formulas of the documentation.


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
