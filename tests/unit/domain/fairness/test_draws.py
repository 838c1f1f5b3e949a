"""Fairness §1 … §3, against formulas written down a second time, straight from the document."""

import hashlib
import struct
from collections import Counter
from collections.abc import Iterator

import pytest

from domain.fairness import draws
from domain.fairness.draws import Draws, permutation
from domain.table.end_events import TableClosed
from domain.table.opening_events import LuckDrawn, LuckRevealed, TableOpened
from ludotheque.laws.random_play import Played, played
from tests.support.histories.fairness_formulas import KEY, mac


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
        drawn = Draws(lambda: KEY, number, ()).below(n, "die")
        assert drawn == below(words(KEY, f"die:{number}:-:1"), n)


@pytest.mark.parametrize("n", [3, 6, 10, 2**63 + 1])
def test_words_are_refused_from_the_last_whole_multiple_on(
    n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = 2**64 - 2**64 % n
    monkeypatch.setattr(draws, "_words", lambda *_: iter([limit, 2**64 - 1, limit - 1]))
    assert Draws(lambda: KEY, 0, ()).below(n, "die") == n - 1


@pytest.mark.parametrize("n", [0, 1, 2, 19, 40])
def test_a_shuffle_is_fisher_yates_from_the_end(n: int) -> None:
    assert permutation(KEY, "cards:1", n) == shuffled(KEY, "cards:1", n)


def test_a_shuffle_keeps_every_card() -> None:
    luck = Draws(lambda: KEY, 0, ())
    assert sorted(luck.shuffle("abcdefg", "cards")) == list("abcdefg")


def test_shuffles_favour_no_order() -> None:
    """24 orders of four cards, 4800 times: chi-square with 23 degrees of freedom below 49.7."""
    counts = Counter(permutation(KEY, f"cards:{n}", 4) for n in range(4800))
    assert len(counts) == 24
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 49.7


def test_a_die_has_all_its_faces_and_no_other() -> None:
    luck = Draws(lambda: KEY, 0, ())
    assert {luck.roll(6) for _ in range(200)} == {1, 2, 3, 4, 5, 6}


def test_labels_name_the_purpose_the_decision_and_the_seat() -> None:
    luck = Draws(lambda: KEY, 5, ["die:5:-", "die:5:2", "die:5:2"])
    luck.roll(6)
    luck.roll(6, seat=2)
    luck.shuffle("abc", "cards")
    luck.below(2, "coin", 0)
    luck.below(2, "coin", 0)
    labels = ["die:5:-:2", "die:5:2:3", "cards:5:-:1", "coin:5:0:1", "coin:5:0:2"]
    assert [draw.label for draw in luck.made] == labels
    assert [draw.of for draw in luck.made] == [6, 6, 3, 2, 2]


def test_the_draws_of_a_seat_do_not_depend_on_those_of_others() -> None:
    alone, late = Draws(lambda: KEY, 3, ()), Draws(lambda: KEY, 3, ["die:3:0", "cards:3:-"])
    assert alone.roll(6, seat=1) == late.roll(6, seat=1)


def test_the_key_is_not_asked_for_without_need() -> None:
    def never() -> bytes:
        raise AssertionError

    assert Draws(never, 0, ()).made == []


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
    shares = {e.seat: e.share for e in play.events if isinstance(e, LuckRevealed)}
    for seat in range(seats):
        share = bytes.fromhex(shares.get(seat, ""))
        message += struct.pack(">Q", len(share)) + share
    key = mac(seed, message)
    draws = [d for event in play.events if isinstance(event, LuckDrawn) for d in event.draws]
    assert len(draws) > 6  # the deal, and at least one shuffle of the discards
    assert len({draw.label for draw in draws}) == len(draws)
    for draw in draws:
        if isinstance(draw.got, int):
            assert draw.got == below(words(key, draw.label), draw.of)
        else:
            assert draw.got == shuffled(key, draw.label, draw.of)
