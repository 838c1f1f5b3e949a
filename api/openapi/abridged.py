"""Lists of internal values of a game, of which the document shows only the tag."""

from typing import Any, TypeAlias

from domain.kernel.abridged import MARK

Schema: TypeAlias = dict[str, Any]


def abridge(schemas: dict[str, Schema]) -> dict[str, Schema]:
    """Return the schemas with each marked list cut short, and without the types of its items."""
    gone: set[str] = set()
    result = dict(schemas)
    for name, schema in schemas.items():
        marked = {
            field: part
            for field, part in schema.get("properties", {}).items()
            if isinstance(part, dict) and MARK in part
        }
        if marked:
            short = {field: _short(part) for field, part in marked.items()}
            result[name] = {**schema, "properties": {**schema["properties"], **short}}
            gone |= {each for part in marked.values() for each in _items(part)}
    return {name: schema for name, schema in result.items() if name not in gone}


def _items(part: Schema) -> list[str]:
    """Return the names of the types that the items of a list may have."""
    return [each["$ref"].rpartition("/")[2] for each in part["items"]["anyOf"]]


def _short(part: Schema) -> Schema:
    tag = part["items"]["discriminator"]["propertyName"]
    kind = {"type": "string", "maxLength": 40, "description": "The kind of the item."}
    return {
        "type": "array",
        "description": part["description"],
        "items": {
            "type": "object",
            "description": f"An item; its other fields depend on `{tag}`.",
            "required": [tag],
            "properties": {tag: kind},
            "additionalProperties": True,
        },
    }
