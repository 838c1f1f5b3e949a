"""Descriptions of properties, where their types have none."""

from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import json

INSIDE = ("anyOf", "oneOf", "allOf", "prefixItems")


@cache
def _known() -> dict[str, str]:
    """Return descriptions by field, or by `Schema.field` where the field is ambiguous."""
    text = files(__package__).joinpath("descriptions.json").read_bytes()
    return json.decode(text, type=dict[str, str])


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
    known = _known()
    about = known.get(f"{name}.{field}") or known.get(field)
    return part if about is None else {**part, "description": about}
