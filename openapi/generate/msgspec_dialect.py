"""Adapts the document for the Python models: msgspec must be able to discriminate every union."""

from typing import Any


def for_msgspec(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with unions that have a discriminator.

    A sealed event has no `type`; the generated client adds one when it decodes (`client.py`). The
    options of a table depend on the game alone, so they become plain objects.
    """
    known = document["components"]["schemas"]
    unions: dict[str, Any] = {}
    flat = {name: _flat(each, known) for name, each in known.items()}
    schemas = {name: _hoisted(_simplified(each), unions) for name, each in flat.items()} | unions
    schemas["Options"] = {"type": "object", "additionalProperties": True}
    sealed, heard = schemas["SealedEvent"], schemas["VisibleEvent"]
    schemas["SealedEvent"] = {
        **sealed,
        "required": [*sealed["required"], "type"],
        "properties": {**sealed["properties"], "type": {"const": "sealed"}},
    }
    sealed_ref = {"$ref": "#/components/schemas/SealedEvent"}
    by_type = {**heard["discriminator"]["mapping"], "sealed": sealed_ref["$ref"]}
    schemas["Event"] = {
        "oneOf": [*heard["oneOf"], sealed_ref],
        "discriminator": {"propertyName": "type", "mapping": by_type},
    }
    return {**document, "components": {**document["components"], "schemas": schemas}}


def _flat(schema: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """Return the schema with the properties of its base, which tagged structs cannot inherit."""
    for reference in schema.get("allOf", ()):
        base = known[reference["$ref"].rpartition("/")[2]]
        parts = {**base["properties"], **schema["properties"]}
        needed = [*base["required"], *schema["required"]]
        schema = {**schema, "properties": parts, "required": needed}
    return {name: each for name, each in schema.items() if name != "allOf"}


def _hoisted(schema: Any, unions: dict[str, Any]) -> Any:
    """Return the schema with references to its tagged unions, which are noted in `unions`.

    The generator does not tag the members of a union inside of another one.
    """
    if isinstance(schema, list):
        return [_hoisted(each, unions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "anyOf" in schema and "discriminator" in schema:
        name = "Or".join(each["$ref"].rpartition("/")[2] for each in schema["anyOf"])
        unions[name] = {"oneOf": schema["anyOf"], "discriminator": schema["discriminator"]}
        return {"$ref": f"#/components/schemas/{name}"}
    return {name: _hoisted(each, unions) for name, each in schema.items()}


def _simplified(schema: Any) -> Any:
    """Return the schema without unions of plain objects and without lists as defaults.

    The generator would write such a default as a list of strings; the server fills it in.
    """
    if isinstance(schema, list):
        return [_simplified(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    choices = schema.get("anyOf", ())
    if choices and all("properties" in each for each in choices):
        return _one_object(choices)
    has_list = isinstance(schema.get("default"), list)
    kept = {name: each for name, each in schema.items() if name != "default" or not has_list}
    return {name: _simplified(each) for name, each in kept.items()}


def _one_object(choices: list[dict[str, Any]]) -> dict[str, Any]:
    """Return one object with all fields; only those that every choice requires are required."""
    required = set.intersection(*(set(each["required"]) for each in choices))
    properties = {name: one for each in choices for name, one in each["properties"].items()}
    return {"type": "object", "required": sorted(required), "properties": properties}
