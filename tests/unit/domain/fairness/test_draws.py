"""Fairness §1 … §3, against formulas written down a second time, straight from the document."""

import hashlib
import hmac
import struct
from collections import Counter
from collections.abc import Iterator

import hypothesis.strategies as st
import msgspec
import pytest
import rfc8785
from hypothesis import given, settings

from domain.fairness import chain, draws, salts
from domain.fairness.canonical import canon
from domain.fairness.chain import extend, first_head, next_head
from domain.fairness.draws import Draws, permutation
from domain.fairness.seed import commitment, join_code, mix
from domain.judging.codec import RecordedEvent, encode
from domain.kernel.moments import rfc3339
from domain.table.events import LuckDrawn, SeatTaken, TableClosed, TableOpened
from tests.support.fixed_world import NOON
from tests.support.random_play import Played, played

TABLE, SEED, KEY = "table" + "a" * 21, bytes(range(32)), b"K" * 32


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


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
def test_so_are_those_of_every_event_of_a_table(number: int) -> None:
    for version, event in enumerate(played("gumball_rally", 4, number).events, 1):
        raw = encode(RecordedEvent(version, rfc3339(NOON), 1, event))
        assert rfc8785.dumps(msgspec.json.decode(raw)) == raw


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


def test_the_code_of_a_private_table_follows_from_its_seed() -> None:
    code = join_code(TABLE, SEED)
    assert code == join_code(TABLE, SEED) != join_code(TABLE, SEED[::-1])
    assert len(code) == 10


def words(key: bytes, label: str) -> Iterator[int]:
    """block(label, c), eight bytes at a time."""
    raw = label.encode()
    for count in range(10_000):
        message = b"ludotheque/draw/1\x00" + struct.pack(">Q", len(raw)) + raw
        yield from struct.unpack(">4Q", mac(key, message + struct.pack(">Q", count)))


def below(stream: Iterator[int], n: int) -> int:
    while True:
        x = next(stream)
        if x < 2**64 - 2**64 % n:
            return x % n


def shuffled(key: bytes, label: str, n: int) -> tuple[int, ...]:
    stream, order = words(key, label), list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 40, 2**32 + 1, 2**53, 2**63 + 1])
def test_a_number_is_the_first_word_that_is_not_refused(n: int) -> None:
    """With n just above half of all words about every second word is refused."""
    for number in range(20):
        drawn = Draws(lambda: KEY, number).below(n, "die")
        assert drawn == below(words(KEY, f"die:{number + 1}"), n)


@pytest.mark.parametrize("n", [3, 6, 10, 2**63 + 1])
def test_words_are_refused_from_the_last_whole_multiple_on(
    n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = 2**64 - 2**64 % n
    monkeypatch.setattr(draws, "_words", lambda *_: iter([limit, 2**64 - 1, limit - 1]))
    assert Draws(lambda: KEY, 0).below(n, "die") == n - 1


@pytest.mark.parametrize("n", [0, 1, 2, 19, 40])
def test_a_shuffle_is_fisher_yates_from_the_end(n: int) -> None:
    assert permutation(KEY, "cards:1", n) == shuffled(KEY, "cards:1", n)


def test_a_shuffle_keeps_every_card() -> None:
    luck = Draws(lambda: KEY, 0)
    assert sorted(luck.shuffle("abcdefg", "cards")) == list("abcdefg")


def test_shuffles_favour_no_order() -> None:
    """24 orders of four cards, 4800 times: chi-square with 23 degrees of freedom below 49.7."""
    counts = Counter(permutation(KEY, f"cards:{n}", 4) for n in range(4800))
    assert len(counts) == 24
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 49.7


def test_a_die_has_all_its_faces_and_no_other() -> None:
    luck = Draws(lambda: KEY, 0)
    assert {luck.roll(6) for _ in range(200)} == {1, 2, 3, 4, 5, 6}


def test_draws_are_numbered_on_from_those_the_table_has_seen() -> None:
    luck = Draws(lambda: KEY, 5)
    luck.roll(6)
    luck.shuffle("abc", "cards")
    luck.below(2, "coin")
    assert [draw.label for draw in luck.made] == ["die:6", "cards:7", "coin:8"]
    assert [draw.of for draw in luck.made] == [6, 3, 2]


def test_the_key_is_not_asked_for_without_need() -> None:
    def never() -> bytes:
        raise AssertionError

    assert Draws(never, 0).made == []


def revealed(play: Played) -> tuple[bytes, str]:
    closed = play.events[-1]
    opened = play.events[0]
    assert isinstance(closed, TableClosed)
    assert isinstance(opened, TableOpened)
    return bytes.fromhex(closed.seed), opened.commitment


@pytest.mark.parametrize("seats", range(3, 9))
def test_every_draw_of_a_table_can_be_computed_again_from_the_revealed_seed(seats: int) -> None:
    play = played("gumball_rally", seats, 0)
    seed, commitment = revealed(play)
    table = play.table.encode()
    assert hashlib.sha256(b"ludotheque/seed/1\x00" + table + seed).hexdigest() == commitment
    message = b"ludotheque/mix/1\x00" + table
    for event in play.events:
        if isinstance(event, SeatTaken):
            raw = event.entropy.encode()
            message += struct.pack(">Q", len(raw)) + raw
    key = mac(seed, message)
    draws = [d for event in play.events if isinstance(event, LuckDrawn) for d in event.draws]
    assert len(draws) > 6  # the deal, and at least one shuffle of the discards
    for number, draw in enumerate(draws, 1):
        assert draw.label.endswith(f":{number}")
        if isinstance(draw.got, int):
            assert draw.got == below(words(key, draw.label), draw.of)
        else:
            assert draw.got == shuffled(key, draw.label, draw.of)
