"""Seats, outcomes, refusals, messages."""

from typing import ClassVar

import msgspec
import pytest
from msgspec import json

from domain.kernel.ids import PlayerId, Seat, TableId, put
from domain.kernel.messages import Command, Event
from domain.kernel.outcome import Outcome
from domain.kernel.rejection import Rejected


class Knocked(Event, frozen=True):
    type: ClassVar = "door.knocked"
    times: int
    loudly: bool = False  # added later


class Knock(Command, frozen=True, tag="door.knock"):
    times: int


def test_put_replaces_one_value() -> None:
    assert put(("a", "b", "c"), 0, "x") == ("x", "b", "c")
    assert put(("a", "b", "c"), 2, "x") == ("a", "b", "x")


@pytest.mark.parametrize("seat", [-1, 8, "0", 1.5])
def test_a_seat_is_a_small_number(seat: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(seat, Seat)


@pytest.mark.parametrize("kind", [TableId, PlayerId])
@pytest.mark.parametrize("text", ["", "a" * 25, "a" * 27, "A" * 26, "1" * 26, "a" * 26 + "\n"])
def test_an_id_is_26_letters_and_nothing_else(kind: type[str], text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(text, kind)


def test_winners_are_those_in_first_place() -> None:
    assert Outcome((1, 3, 1), (9, 2, 9)).winners == (0, 2)
    assert Outcome((2, 1, 3), (5, 9, 2)).winners == (1,)


def test_a_refusal_says_what_why_and_where() -> None:
    refusal = Rejected("no_salt_left", "You have thrown it.", "SN-4", "rival")
    assert str(refusal) == "no_salt_left: You have thrown it."
    assert (refusal.code, refusal.rule, refusal.field) == ("no_salt_left", "SN-4", "rival")


def test_a_field_that_was_added_later_leaves_old_bytes_as_they_are() -> None:
    assert json.encode(Knocked(2)) == b'{"times":2}'
    assert json.decode(b'{"times":2}', type=Knocked) == Knocked(2, loudly=False)


def test_the_name_of_an_event_is_not_part_of_its_data() -> None:
    assert Knocked.type == "door.knocked"
    assert Knocked.rule is None


def test_a_command_is_tagged_and_takes_nothing_it_does_not_know() -> None:
    assert json.encode(Knock(2)) == b'{"type":"door.knock","times":2}'
    with pytest.raises(msgspec.ValidationError):
        json.decode(b'{"type":"door.knock","times":2,"seat":1}', type=Knock)


def test_messages_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Knocked(2).times = 3  # type: ignore[misc]
