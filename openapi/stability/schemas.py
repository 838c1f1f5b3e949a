"""Compares two versions of a schema: what did the old one promise that the new one breaks?

A schema that clients send must not require more or allow less; one that they receive must not
promise less. A schema with both uses must keep both.
"""

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

Schema: TypeAlias = dict[str, Any]
Use: TypeAlias = Literal["sent", "received"]

UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
JSON_TYPES = {str: "string", int: "integer", bool: "boolean", type(None): "null"}
UNIONS = ("oneOf", "anyOf")
PLAIN = ("$ref", "type", "format", "const", "enum", "required", "pattern", *UPPER, *LOWER)


def promised(schema: Schema) -> Schema:
    """Return the parts of a schema that are compared, without texts and examples."""
    found = {key: schema[key] for key in PLAIN if key in schema}
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            found[key] = promised(schema[key])
    for key in ("prefixItems", *UNIONS):
        if key in schema:
            found[key] = [promised(each) for each in schema[key]]
    if "properties" in schema:
        found["properties"] = {name: promised(each) for name, each in schema["properties"].items()}
    return found


def broken(old: Schema, new: Schema, uses: set[Use], where: str) -> Iterator[str]:
    if old.get("$ref") != new.get("$ref"):
        yield f"{where}: is {_type_name(new)} instead of {_type_name(old)}"
        return
    yield from _types(old, new, uses, where)
    yield from _values(old, new, uses, where)
    yield from _members(old, new, uses, where)
    yield from _fields(old, new, uses, where)
    if "sent" in uses and not _is_null(old):
        yield from _bounds(old, new, where)
    for key in ("items", "additionalProperties"):
        if isinstance(old.get(key), dict) and isinstance(new.get(key), dict):
            yield from broken(old[key], new[key], uses, f"{where}[]")
    for before, after in zip(old.get("prefixItems", ()), new.get("prefixItems", ()), strict=False):
        yield from broken(before, after, uses, f"{where}[]")


def references(schema: Any) -> Iterator[str]:
    """Yield the names of the components a schema refers to, at any depth."""
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].rpartition("/")[2]
        for each in schema.values():
            yield from references(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from references(each)


def _type_name(schema: Schema) -> str:
    return str(schema.get("$ref", schema.get("type", "something else"))).rpartition("/")[2]


def _types(old: Schema, new: Schema, uses: set[Use], where: str) -> Iterator[str]:
    before, after = _type(old), _type(new)
    if before == after or ("sent" not in uses and not before):
        return  # a client that accepts any type accepts this one
    yield f"{where}: type was {before}, is {after}"


def _type(schema: Schema) -> Any:
    """Return the type; for an enumeration the type of its values, stated or not."""
    values = _allowed_values(schema)
    if values is None:
        return schema.get("type")
    types = sorted({JSON_TYPES.get(type(value), "object") for value in values})
    return types[0] if len(types) == 1 else types


def _allowed_values(schema: Schema) -> list[Any] | None:
    if _is_null(schema) or "const" in schema:
        return [schema.get("const")]
    values: list[Any] | None = schema.get("enum")
    return values


def _is_null(schema: Schema) -> bool:
    """Whether it is null, or the empty string that stands for null in the document."""
    type_ = schema.get("type")
    return type_ == "null" or (type_ == ["string", "null"] and schema.get("maxLength") == 0)


def _values(old: Schema, new: Schema, uses: set[Use], where: str) -> Iterator[str]:
    before, after = _allowed_values(old), _allowed_values(new)
    if before is None and after is not None and "sent" in uses:
        yield f"{where}: only {', '.join(map(repr, after))} may be sent now"
    for value in before or ():
        if after is not None and value not in after:
            yield f"{where}: value {value!r} is gone"


def _members(old: Schema, new: Schema, uses: set[Use], where: str) -> Iterator[str]:
    """Compare members of a union: components by name, others by type and then by content."""
    before = [member for key in UNIONS for member in old.get(key, ())]
    after = [member for key in UNIONS for member in new.get(key, ())] or [new]
    for member in before:
        similar = [other for other in after if _are_similar(member, other)]
        if not similar:
            yield f"{where}: {_type_name(member)} is no longer one of the choices"
        elif not any(list(broken(member, other, uses, where)) == [] for other in similar):
            yield from broken(member, similar[0], uses, where)


def _are_similar(one: Schema, other: Schema) -> bool:
    keys = ("$ref", "const", "format")
    return _type(one) == _type(other) and all(one.get(key) == other.get(key) for key in keys)


def _fields(old: Schema, new: Schema, uses: set[Use], where: str) -> Iterator[str]:
    before, after = old.get("properties", {}), new.get("properties", {})
    for name, schema in before.items():
        if name not in after:
            yield f"{where}.{name}: is gone"
        else:
            yield from broken(schema, after[name], uses, f"{where}.{name}")
    required, still = set(old.get("required", ())), set(new.get("required", ()))
    if "sent" in uses:
        yield from (f"{where}.{name}: must now be sent" for name in sorted(still - required))
    if "received" in uses:
        lost = sorted((required - still) & set(after))
        yield from (f"{where}.{name}: may now be missing" for name in lost)


def _bounds(old: Schema, new: Schema, where: str) -> Iterator[str]:
    for key in UPPER:
        if key in new and (key not in old or new[key] < old[key]):
            yield f"{where}: {key} was {old.get(key, 'not given')}, is {new[key]}"
    for key in LOWER:
        if new.get(key, 0) > old.get(key, 0):
            yield f"{where}: {key} was {old.get(key, 'not given')}, is {new[key]}"
    if "pattern" in new and old.get("pattern") != new["pattern"]:
        yield f"{where}: pattern was {old.get('pattern', 'not given')}, is {new['pattern']}"
