"""The same document in a form whose unions msgspec can tell apart, for the Python models only."""

from typing import Any

SEALED = "#/components/schemas/SealedEvent"


def tellable(document: dict[str, Any]) -> dict[str, Any]:
    """A sealed event has no `type`; the client adds one when it reads it (`client.py`).

    The options of a table are told apart by the table's game only, so they stay plain objects.
    """
    schemas = {**document["components"]["schemas"]}
    schemas["Options"] = {"type": "object", "additionalProperties": True}
    sealed, heard = schemas["SealedEvent"], schemas["HeardEvent"]
    schemas["SealedEvent"] = {
        **sealed,
        "required": [*sealed["required"], "type"],
        "properties": {**sealed["properties"], "type": {"const": "sealed"}},
    }
    by_type = {**heard["discriminator"]["mapping"], "sealed": SEALED}
    schemas["Event"] = {
        "oneOf": [*heard["oneOf"], {"$ref": SEALED}],
        "discriminator": {"propertyName": "type", "mapping": by_type},
    }
    told = {name: _told(schema) for name, schema in schemas.items()}
    return {**document, "components": {**document["components"], "schemas": told}}


def _told(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_told(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(schema.get("default"), list):  # a list of plain strings to the generator
        schema = {key: value for key, value in schema.items() if key != "default"}
    members = schema.get("oneOf") or schema.get("anyOf") or []
    objects = [each for each in members if "properties" in each]
    if len(objects) > 1 and "discriminator" not in schema:
        return _told(_merged(objects))
    return {key: _told(each) for key, each in schema.items()}


def _merged(objects: list[dict[str, Any]]) -> dict[str, Any]:
    """One object that may be any of these: what not all of them have may be missing."""
    needed = set.intersection(*(set(each.get("required", ())) for each in objects))
    properties = {name: kind for each in objects for name, kind in each["properties"].items()}
    return {"type": "object", "properties": properties, "required": sorted(needed)}
