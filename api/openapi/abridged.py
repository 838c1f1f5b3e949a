"""Lists of internal values of a game, of which the document shows only the tag.

A struct that is neither a `Value` nor a command or an event is internal.
"""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from msgspec import inspect

from api.openapi.names import qualified
from domain.kernel.messages import Command, Event, Value

Schema: TypeAlias = dict[str, Any]
DOCUMENTED = (Value, Command, Event)


def internal(owners: Mapping[Any, str]) -> set[str]:
    """Return the names of the schemas of internal structs inside these types, by their owners."""
    found: set[str] = set()
    for kind, owner in owners.items():
        inside = (
            each
            for each in collect(inspect.type_info(kind)) - {kind}
            if not issubclass(each, DOCUMENTED)
        )
        found |= {qualified(owner, each.__name__) for each in inside}
    return found


def collect(kind: Any, structs: set[type] | None = None) -> set[type]:
    """Return the structs of a type, and of everything in it."""
    structs = set() if structs is None else structs
    if isinstance(kind, inspect.StructType):
        if kind.cls in structs:
            return structs
        structs.add(kind.cls)
    for part in _parts(kind):
        collect(part, structs)
    return structs


def _parts(kind: Any) -> Iterator[Any]:
    """Yield the types that a type consists of."""
    if isinstance(kind, inspect.StructType):
        yield from (field.type for field in kind.fields)
    for name in ("types", "item_types"):
        yield from getattr(kind, name, ())
    for name in ("type", "item_type", "key_type", "value_type"):
        if hasattr(kind, name):
            yield getattr(kind, name)


def abridge(schemas: dict[str, Schema], internal: set[str]) -> dict[str, Schema]:
    """Return the schemas without the internal ones; lists of them are cut short."""
    result: dict[str, Schema] = {}
    for name, schema in schemas.items():
        short = {
            field: _short(part)
            for field, part in schema.get("properties", {}).items()
            if isinstance(part, dict) and _names(part) & internal
        }
        changed = {"properties": {**schema["properties"], **short}} if short else {}
        result[name] = {**schema, **changed}
    return {name: schema for name, schema in result.items() if name not in internal}


def _names(part: Schema) -> set[str]:
    """Return the names of the types that the items of a list may have."""
    items = part.get("items", {}).get("anyOf", ())
    return {each["$ref"].rpartition("/")[2] for each in items if "$ref" in each}


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
