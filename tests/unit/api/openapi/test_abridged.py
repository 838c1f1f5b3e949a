"""Lists of internal values are cut short in the document."""

from typing import Annotated

import msgspec
from msgspec import Meta

from api.openapi.abridged import abridge, internal
from domain.kernel.messages import Value


class Walk(msgspec.Struct, tag_field="task"):
    steps: int


class Rest(msgspec.Struct, tag_field="task"):
    hours: int


class Plan(Value, frozen=True):
    todo: Annotated[tuple[Walk | Rest, ...], Meta(description="What is left to do.")]
    owner: str


class Shelf(Value, frozen=True):
    plans: dict[str, list[Plan | None]]


def test_what_is_no_value_command_or_event_is_internal() -> None:
    assert internal({Shelf: "Snails"}) == {"SnailsWalk", "SnailsRest"}
    assert internal({str: "Snails", Walk: "Snails"}) == set()


def test_the_items_of_a_list_of_internal_values_show_only_their_tag() -> None:
    _, schemas = msgspec.json.schema_components([Plan])
    short = abridge(schemas, {"Walk", "Rest"})
    assert set(short) == {"Plan"}
    todo = short["Plan"]["properties"]["todo"]
    assert todo["description"] == "What is left to do."
    assert todo["items"]["required"] == ["task"]
    assert set(todo["items"]["properties"]) == {"task"}
    assert short["Plan"]["properties"]["owner"] == {"type": "string"}


def test_other_schemas_stay_as_they_are() -> None:
    _, schemas = msgspec.json.schema_components([Walk])
    assert abridge(schemas, set()) == schemas
