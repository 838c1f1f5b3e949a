"""Schemas in the form that ordinary generators of clients understand, and with the same meaning."""

from inspect import cleandoc
from typing import Any

KINDS = {str: "string", int: "integer", bool: "boolean", type(None): "null"}


def clean(schema: Any) -> Any:
    """Python's end of string is not ECMAScript's; `$` there means what `\\Z` means here.

    Descriptions are docstrings, without their margin.
    """
    if isinstance(schema, dict):
        cleaned = {key: clean(value) for key, value in schema.items()}
        if isinstance(said := cleaned.get("description"), str):
            cleaned["description"] = cleandoc(said)
        return _without_default(_typed(_as_list(cleaned)))
    if isinstance(schema, list | tuple):
        return [clean(each) for each in schema]
    return schema.replace(r"\Z", "$") if isinstance(schema, str) else schema


def _typed(schema: dict[str, Any]) -> dict[str, Any]:
    """Values alone are of no type for many generators; a list of truths is no code in Java."""
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    kinds = {KINDS[type(value)] for value in values}
    if len(kinds) != 1 or "type" in schema:
        return schema
    if kinds == {"boolean"} and len(values) == 1:
        always = f"Always {str(values[0]).lower()}."
        return {"description": always, **_without(schema, "enum"), "type": "boolean"}
    return {**schema, "type": kinds.pop()}


def _without_default(schema: dict[str, Any]) -> dict[str, Any]:
    """A word as the default of a union is no code in Go; its description says it."""
    return _without(schema, "default") if "anyOf" in schema and schema.get("default") else schema


def _without(schema: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != name}


def _as_list(schema: dict[str, Any]) -> dict[str, Any]:
    """A tuple of equal parts is a list of so many; many tools know no other.

    One of different parts is a list of any of them for those who do not know `prefixItems`.
    """
    parts = schema.get("prefixItems", [])
    if not parts:
        return schema
    kinds = [part for place, part in enumerate(parts) if part not in parts[:place]]
    if len(kinds) == 1:
        return {**_without(schema, "prefixItems"), "items": kinds[0]}
    return {**schema, "items": {"anyOf": kinds}, "maxItems": len(parts)}
