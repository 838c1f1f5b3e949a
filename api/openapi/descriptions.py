"""Descriptions of properties, where their types have none."""

from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import json

from api.http.operation import camel
from domain.games import GAMES
from domain.kernel import data_files

OF_EACH_GAME = ("OpenTable", "NewSeek")  # schemas of which every game has one of its own
INSIDE = ("anyOf", "oneOf", "allOf", "prefixItems")


@cache
def known() -> dict[str, str]:
    """Return descriptions by field, or by `Schema.field` where the field is ambiguous."""
    text = files(__package__).joinpath("descriptions.json").read_bytes()
    return json.decode(text, type=dict[str, str])


@cache
def _known_to(schema: str) -> dict[str, str]:
    """Return the descriptions for a schema: those of its game first, if it belongs to one."""
    owners = [g for g in GAMES.values() if schema.removeprefix("Open").startswith(camel(g.key))]
    return known() | (data_files.descriptions(owners[0].package) if owners else {})


def described(schema: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the schema with a description of every property in it."""
    inside: dict[str, Any] = {
        key: [described(each, name) for each in schema[key]] for key in INSIDE if key in schema
    }
    if isinstance(schema.get("items"), dict):
        inside["items"] = described(schema["items"], name)
    if "properties" in schema:
        inside["properties"] = {
            field: _with_description(described(part, name), name, field)
            for field, part in schema["properties"].items()
        }
    return {**schema, **inside}


def _with_description(part: dict[str, Any], name: str, field: str) -> dict[str, Any]:
    if "description" in part:
        return part
    texts = _known_to(name)
    shared = next((each for each in OF_EACH_GAME if name.endswith(each)), name)
    about = texts.get(f"{name}.{field}") or texts.get(f"{shared}.{field}") or texts.get(field)
    return part if about is None else {**part, "description": about}
