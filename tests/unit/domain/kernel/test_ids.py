"""Seats, ids, and tuples indexed by seat."""

import msgspec
import pytest

from domain.kernel.ids import PlayerId, Seat, TableId
from domain.kernel.messages import put, without


def test_put_replaces_one_value() -> None:
    assert put(("a", "b", "c"), 0, "x") == ("x", "b", "c")
    assert put(("a", "b", "c"), 2, "x") == ("a", "b", "x")


def test_without_leaves_one_value_out() -> None:
    assert without(("a", "b", "c", "b"), "b") == ("a", "c", "b")
    assert without(("a", "b"), "x") == ("a", "b")


@pytest.mark.parametrize("seat", [-1, 8, "0", 1.5])
def test_a_seat_is_a_small_number(seat: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(seat, Seat)


@pytest.mark.parametrize("kind", [TableId, PlayerId])
@pytest.mark.parametrize("text", ["", "a" * 25, "a" * 27, "A" * 26, "1" * 26, "a" * 26 + "\n"])
def test_an_id_is_26_letters_and_nothing_else(kind: type[str], text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(text, kind)
