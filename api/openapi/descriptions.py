"""Descriptions of fields: the text that stands below a field in its class."""

import ast
import inspect
from collections.abc import Mapping
from functools import cache
from textwrap import dedent
from typing import Any

from msgspec import json, structs

TAGS = {  # of fields that say which struct it is
    "game": "The key of the game.",
    "kind": "Which kind it is; the other fields depend on it.",
    "type": "The type, as `game.name`; the other fields depend on it.",
}


def describe(schemas: Mapping[str, dict[str, Any]], kinds: Mapping[str, type]) -> None:
    """Add the texts of the fields of these structs to their schemas."""
    for name, kind in kinds.items():
        properties = schemas[name].get("properties", {})
        for each in structs.fields(kind):
            if (text := texts_of(kind).get(each.name)) is not None:
                part = properties[each.encode_name]
                properties[each.encode_name] = {**part, "description": text}
        tag = kind.__struct_config__.tag_field  # type: ignore[attr-defined]
        if tag in TAGS and tag in properties:
            properties[tag].setdefault("description", TAGS[tag])


@cache
def texts_of(kind: type) -> dict[str, str]:
    """Return the text of each field of a class and of its bases, if it has one."""
    if kind.__module__.startswith("msgspec") or kind is object:
        return {}
    found = {
        name: text for base in reversed(kind.__bases__) for name, text in texts_of(base).items()
    }
    try:
        [definition] = ast.parse(dedent(inspect.getsource(kind))).body
    except (OSError, TypeError):  # made while the program runs; its types have descriptions
        return found
    assert isinstance(definition, ast.ClassDef)
    for field, below in zip(definition.body, definition.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                found[name] = inspect.cleandoc(text)
    return found


def defaults_told(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with the defaults of its properties in words, unless it is null or empty.

    openapi-typescript requires a property that has a `default`.
    """
    if "properties" not in schema:
        return schema
    return {**schema, "properties": {k: _told(each) for k, each in schema["properties"].items()}}


def _told(part: dict[str, Any]) -> dict[str, Any]:
    left = {key: value for key, value in part.items() if key != "default"}
    about, default = part.get("description", ""), part.get("default")
    if default in (None, "", [], {}) or "default" in about.lower():
        return left
    return {**left, "description": f"{about} Default: `{json.encode(default).decode()}`.".strip()}
