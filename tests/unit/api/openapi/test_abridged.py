"""Marked lists are cut short in the document."""

from typing import Annotated

import msgspec

from api.openapi.abridged import abridge
from domain.kernel.abridged import abridged


class Walk(msgspec.Struct, tag_field="task"):
    steps: int


class Rest(msgspec.Struct, tag_field="task"):
    hours: int


class Plan(msgspec.Struct):
    todo: Annotated[tuple[Walk | Rest, ...], abridged("What is left to do.")]
    owner: str


def test_the_items_of_a_marked_list_show_only_their_tag() -> None:
    _, schemas = msgspec.json.schema_components([Plan])
    short = abridge(schemas)
    assert set(short) == {"Plan"}
    todo = short["Plan"]["properties"]["todo"]
    assert todo["description"] == "What is left to do."
    assert todo["items"]["required"] == ["task"]
    assert set(todo["items"]["properties"]) == {"task"}
    assert short["Plan"]["properties"]["owner"] == {"type": "string"}


def test_other_schemas_stay_as_they_are() -> None:
    _, schemas = msgspec.json.schema_components([Walk])
    assert abridge(schemas) == schemas
