"""Seats, ids, and tuples indexed by seat."""

from typing import Annotated, TypeAlias

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import given
from msgspec import Struct, ValidationError, json

from domain.kernel.ids import PlayerId, Seat, TableId, component_id, matched, millis, rfc3339
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


# Times as text and as milliseconds.


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (1, "1970-01-01T00:00:00.001Z"),
        (1_767_268_800_999, "2026-01-01T12:00:00.999Z"),
    ],
)
def test_times_are_written_to_the_millisecond(ms: int, text: str) -> None:
    assert (rfc3339(ms), millis(text)) == (text, ms)


@given(st.integers(0, 4_000_000_000_000))
def test_what_is_read_is_what_was_written(ms: int) -> None:
    assert millis(rfc3339(ms)) == ms


# Ids of components are documented everywhere, and matched where they come from outside.

PATTERN = r"^R-[1-9]\Z"
Card: TypeAlias = Annotated[str, component_id(PATTERN, "A card.", ["R-4"])]


class Stored(Struct):
    card: Card


class Sent(Struct):
    card: Annotated[Card, matched(Card)]


def test_an_id_in_a_command_must_match() -> None:
    assert json.decode(b'{"card":"R-4"}', type=Sent) == Sent("R-4")
    with pytest.raises(ValidationError, match="regex"):
        json.decode(b'{"card":"R-0"}', type=Sent)


def test_an_id_that_is_stored_is_a_string() -> None:
    assert json.decode(b'{"card":"R-0"}', type=Stored) == Stored("R-0")
    with pytest.raises(ValidationError):
        json.decode(b'{"card":4}', type=Stored)


@pytest.mark.parametrize("kind", [Stored, Sent])
def test_both_are_documented_alike(kind: type[Struct]) -> None:
    card = json.schema(kind)["$defs"][kind.__name__]["properties"]["card"]
    assert card == {
        "type": "string",
        "pattern": PATTERN,
        "description": "A card.",
        "examples": ["R-4"],
    }
