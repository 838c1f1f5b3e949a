"""Seats with their articles, contractions and elision, lists, plurals and ordinals in French."""

import pytest

from domain.kernel.words.fr import Names, capital, counted, grouped, listed, of, ordinal

NAMED, PLAIN = Names(("Anne", "Bob", None, "émile")), Names()


def test_a_seat_is_a_name_or_a_number_with_its_article() -> None:
    assert [NAMED.seat(seat) for seat in (0, 2)] == ["Anne", "le siège 2"]
    assert [NAMED.begin(seat) for seat in (2, 3)] == ["Le siège 2", "émile"]
    assert [NAMED.bare(seat) for seat in (0, 2)] == ["Anne", "siège 2"]


def test_de_and_a_are_joined_to_a_seat() -> None:
    assert [NAMED.of(seat) for seat in range(4)] == ["d’Anne", "de Bob", "du siège 2", "d’émile"]
    assert [NAMED.to(seat) for seat in (0, 2)] == ["à Anne", "au siège 2"]


def test_seats_are_listed_by_name_if_all_have_one() -> None:
    assert NAMED.seats((0, 1, 3)) == "Anne, Bob et émile"
    assert NAMED.seats((0, 2)) == "les sièges 0, 2"
    assert NAMED.begin_seats((0, 2)) == "Les sièges 0, 2"
    assert NAMED.bare_seats((0, 2)) == "sièges 0, 2"


def test_a_and_the_article_of_several_seats_become_aux() -> None:
    assert PLAIN.to_seats((0, 1)) == "aux sièges 0, 1"
    assert NAMED.to_seats((0, 1)) == "à Anne et Bob"


def test_a_list_of_one_seat_is_that_seat() -> None:
    assert (PLAIN.seats((0,)), PLAIN.begin_seats((0,))) == ("le siège 0", "Le siège 0")
    assert (PLAIN.to_seats((0,)), NAMED.to_seats((0,))) == ("au siège 0", "à Anne")
    assert (PLAIN.bare_seats((0,)), NAMED.bare_seats((0,))) == ("siège 0", "Anne")


@pytest.mark.parametrize("name", ["Anne", "Émile", "ours", "Îles", "Œdipe", "Henri", "Yves", "Ÿ"])
def test_de_is_elided_before_a_vowel_and_before_h(name: str) -> None:
    assert of(name) == f"d’{name}"
    assert of(f"B{name}") == f"de B{name}"


@pytest.mark.parametrize("name", ["Zoé", "Yann", "yolande", "Çiğdem", "7of9", "♞", "Žofie"])
def test_de_is_not_elided_before_a_consonant(name: str) -> None:
    assert of(name) == f"de {name}"


def test_words_are_listed() -> None:
    assert [listed(["a"]), listed(["a", "b", "c"])] == ["a", "a, b et c"]


def test_nothing_and_one_are_singular() -> None:
    assert [counted(n, "carte") for n in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]


def test_ranks_are_ordinals() -> None:
    assert [ordinal(1), ordinal(1, feminine=True), ordinal(2)] == ["1er", "1re", "2e"]


def test_a_text_begins_with_a_capital() -> None:
    assert capital("à vous") == "À vous"


def test_digits_are_grouped_by_spaces() -> None:
    assert [grouped(n) for n in (80, 8_000_000)] == ["80", "8 000 000"]
