"""Which names a table has, whatever the language."""

import pytest

from domain.kernel.ids import Seat
from domain.kernel.words.names import GivenNames, distinct, names_in, no_names


def names_of(*names: str | None) -> GivenNames:
    return names_in("en")(names)


def test_equal_names_are_numbered_by_seat() -> None:
    assert distinct(("Zoe", None, "Zoe", "Bob", None)) == ("Zoe (1)", None, "Zoe (3)", "Bob", None)


@pytest.mark.parametrize(("seat", "expected"), [(0, "Anne"), (1, None), (2, None)])
def test_a_seat_may_have_no_name(seat: Seat, expected: str | None) -> None:
    assert names_of("Anne", None).name(seat) == expected


def test_names_are_listed_only_if_all_are_known() -> None:
    assert names_of("Anne", "Bob", None).all_names((1, 0)) == ["Bob", "Anne"]
    assert names_of("Anne", "Bob", None).all_names((1, 2)) is None


def test_seats_stand_before_what_each_does() -> None:
    assert names_of("anne").each([(0, "wins")]) == "anne wins"
    assert names_of("anne").each([(1, "wins"), (2, "and"), (0, "lose")]) == (
        "Seat 1 wins, seat 2 and, anne lose"
    )


def test_each_language_names_seats_in_its_own_way() -> None:
    assert {lang: no_names(lang).lang for lang in ("en", "fr")} == {"en": "en", "fr": "fr"}
    with pytest.raises(ModuleNotFoundError):
        names_in("tlh")
