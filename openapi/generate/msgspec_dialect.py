"""The same document in a form whose unions msgspec can tell apart, for the Python models only."""

from typing import Any


def tellable(document: dict[str, Any]) -> dict[str, Any]:
    """A sealed event has no `type`; the client adds one when it reads it (`client.py`).

    The options of a table are told apart by the table's game only, so they stay plain objects; an
    object that comes with these fields or with those is one whose fields may be missing.
    """
    known = document["components"]["schemas"]
    schemas = {name: _plainer(each) for name, each in known.items()}
    schemas["Options"] = {"type": "object", "additionalProperties": True}
    sealed, heard = schemas["SealedEvent"], schemas["HeardEvent"]
    schemas["SealedEvent"] = {
        **sealed,
        "required": [*sealed["required"], "type"],
        "properties": {**sealed["properties"], "type": {"const": "sealed"}},
    }
    told = {"$ref": "#/components/schemas/SealedEvent"}
    by_type = {**heard["discriminator"]["mapping"], "sealed": told["$ref"]}
    schemas["Event"] = {
        "oneOf": [*heard["oneOf"], told],
        "discriminator": {"propertyName": "type", "mapping": by_type},
    }
    return {**document, "components": {**document["components"], "schemas": schemas}}


def _plainer(schema: Any) -> Any:
    """The same schema without choices that nothing tells apart, and without lists as defaults.

    Those would be written as lists of plain words; what is left out, the server fills in.
    """
    if isinstance(schema, list):
        return [_plainer(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    choices = schema.get("anyOf", ())
    if choices and all("properties" in each for each in choices):
        return _one_object(choices)
    filled_in = isinstance(schema.get("default"), list)
    kept = {name: each for name, each in schema.items() if name != "default" or not filled_in}
    return {name: _plainer(each) for name, each in kept.items()}


def _one_object(choices: list[dict[str, Any]]) -> dict[str, Any]:
    """All their fields; only those that each of them must have are required."""
    required = set.intersection(*(set(each["required"]) for each in choices))
    properties = {name: one for each in choices for name, one in each["properties"].items()}
    return {"type": "object", "required": sorted(required), "properties": properties}
