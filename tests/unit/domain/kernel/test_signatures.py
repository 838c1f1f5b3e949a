"""Types are read from signatures, whole or as the parts of a union."""

import pytest

from domain.kernel.signatures import items, parameter, returned


def numbered(names: list[str], number: int | None) -> int | str | None:
    return number


def mixed(number: int) -> tuple[int | str, ...]:
    return (number,)


def single() -> list[int]:
    return [1]


def test_a_parameter_is_found_by_its_place() -> None:
    assert parameter(numbered, 0) == list[str]
    assert parameter(numbered, 1) == int | None


def test_what_is_returned_is_known_without_none() -> None:
    assert returned(numbered) == int | str
    assert returned(single) == list[int]


def test_the_items_of_what_is_returned_are_listed() -> None:
    assert items(mixed) == (int, str)
    assert items(single) == (int,)


def test_a_function_without_annotations_is_named() -> None:
    with pytest.raises(TypeError, match="does not annotate 'number'"):
        parameter(lambda number: number, 0)
