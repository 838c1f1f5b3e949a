"""Seats, lists, plurals and ordinals in English."""

import pytest

from domain.kernel.words.en import Names, capital, counted, listed, ordinal

NAMED, PLAIN = Names(("Anne", "Bob", None, "carl")), Names()


def test_a_seat_is_a_name_or_a_number() -> None:
    assert [NAMED.seat(seat) for seat in (0, 2, 9)] == ["Anne", "seat 2", "seat 9"]


def test_only_our_own_words_get_a_capital() -> None:
    assert [NAMED.begin(seat) for seat in (2, 3)] == ["Seat 2", "carl"]


def test_seats_are_listed_by_name_if_all_have_one() -> None:
    assert NAMED.seats((0, 1, 3)) == "Anne, Bob and carl"
    assert NAMED.seats((0, 2)) == "seats 0, 2"
    assert NAMED.begin_seats((0, 2)) == "Seats 0, 2"
    assert NAMED.begin_seats((1, 0)) == "Bob and Anne"


def test_a_list_of_one_seat_is_that_seat() -> None:
    assert (NAMED.seats((0,)), PLAIN.seats((0,))) == ("Anne", "seat 0")
    assert (NAMED.begin_seats((0,)), PLAIN.begin_seats((0,))) == ("Anne", "Seat 0")


@pytest.mark.parametrize(
    ("words", "expected"), [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_words_are_listed(words: list[str], expected: str) -> None:
    assert listed(words) == expected


def test_things_are_counted() -> None:
    assert [counted(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_ranks_are_ordinals() -> None:
    ranks = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 8: "8th", 11: "11th", 12: "12th", 21: "21st"}
    assert {rank: ordinal(rank) for rank in ranks} == ranks


def test_a_text_begins_with_a_capital() -> None:
    assert [capital(text) for text in ("a b", "É", "")] == ["A b", "É", ""]
