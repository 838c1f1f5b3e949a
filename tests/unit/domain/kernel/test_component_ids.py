"""Ids of components are documented everywhere, and matched where they come from outside."""

from typing import Annotated, TypeAlias

import pytest
from msgspec import Struct, ValidationError, json

from domain.kernel.component_ids import component_id, matched

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
