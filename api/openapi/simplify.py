"""Rewrites schemas, with the same meaning, into a form that client generators understand."""

from inspect import cleandoc
from typing import Any

KINDS = {str: "string", int: "integer", bool: "boolean", type(None): "null"}


def clean(schema: Any) -> Any:
    """Return a schema that generators understand.

    Patterns end with ECMAScript's `$` instead of Python's `\\Z`; docstrings lose their margin.
    """
    if isinstance(schema, dict):
        cleaned = {key: clean(value) for key, value in schema.items()}
        if isinstance(text := cleaned.get("description"), str):
            cleaned["description"] = cleandoc(text)
        return _without_default(_typed(_as_list(cleaned)))
    if isinstance(schema, list | tuple):
        return [clean(each) for each in schema]
    return schema.replace(r"\Z", "$") if isinstance(schema, str) else schema


def _typed(schema: dict[str, Any]) -> dict[str, Any]:
    """Add the type of an enum: many generators need it, and Java's fail on an enum of booleans."""
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    kinds = {KINDS[type(value)] for value in values}
    if len(kinds) != 1 or "type" in schema:
        return schema
    if kinds == {"boolean"} and len(values) == 1:
        always = f"This is always {str(values[0]).lower()}."
        return {"description": always, **_without(schema, "enum"), "type": "boolean"}
    return {**schema, "type": kinds.pop()}


def _without_default(schema: dict[str, Any]) -> dict[str, Any]:
    """Drop the default of a union, on which Go's generator fails; the description has it."""
    return _without(schema, "default") if "anyOf" in schema and schema.get("default") else schema


def _without(schema: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != name}


def _as_list(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a tuple as a list, for tools without `prefixItems`; the bounds give its length.

    A tuple of different types keeps `prefixItems` and becomes a list of any of the types.
    """
    parts = schema.get("prefixItems", [])
    if not parts:
        return schema
    kinds = [part for place, part in enumerate(parts) if part not in parts[:place]]
    if len(kinds) == 1:
        return {**_without(schema, "prefixItems"), "items": kinds[0]}
    return {**schema, "items": {"anyOf": kinds}, "maxItems": len(parts)}
