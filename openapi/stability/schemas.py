"""Two schemas of one thing: what of the old one is no longer true?

A schema that clients send must not ask for more or allow less; one that they receive must not
promise less. Whatever is said of both is broken in both directions.
"""

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

Schema: TypeAlias = dict[str, Any]
Use: TypeAlias = Literal["sent", "received"]

UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
KINDS = {str: "string", int: "integer", bool: "boolean", type(None): "null"}
UNIONS = ("oneOf", "anyOf")


def broken(old: Schema, new: Schema, uses: set[Use], where: str) -> Iterator[str]:
    if old.get("$ref") != new.get("$ref"):
        yield f"{where}: is {_told(new)} instead of {_told(old)}"
        return
    yield from _kinds(old, new, uses, where)
    yield from _values(old, new, uses, where)
    yield from _members(old, new, uses, where)
    yield from _fields(old, new, uses, where)
    if "sent" in uses and not _is_nothing(old):
        yield from _bounds(old, new, where)
    for key in ("items", "additionalProperties"):
        if isinstance(old.get(key), dict) and isinstance(new.get(key), dict):
            yield from broken(old[key], new[key], uses, f"{where}[]")
    for before, after in zip(old.get("prefixItems", ()), new.get("prefixItems", ()), strict=False):
        yield from broken(before, after, uses, f"{where}[]")


def references(schema: Any) -> Iterator[str]:
    """Names of the components a schema mentions, at any depth."""
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].rpartition("/")[2]
        for each in schema.values():
            yield from references(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from references(each)


def _told(schema: Schema) -> str:
    return str(schema.get("$ref", schema.get("type", "something else"))).rpartition("/")[2]


def _kinds(old: Schema, new: Schema, uses: set[Use], where: str) -> Iterator[str]:
    before, after = _kind(old), _kind(new)
    if before == after or ("sent" not in uses and not before):
        return  # whoever was ready for anything is ready for this
    yield f"{where}: type was {before}, is {after}"


def _kind(schema: Schema) -> Any:
    """The type; of listed values, theirs, whether or not it is named beside them."""
    values = _listed(schema)
    if values is None:
        return schema.get("type")
    kinds = sorted({KINDS.get(type(value), "object") for value in values})
    return kinds[0] if len(kinds) == 1 else kinds


def _listed(schema: Schema) -> list[Any] | None:
    if _is_nothing(schema) or "const" in schema:
        return [schema.get("const")]
    values: list[Any] | None = schema.get("enum")
    return values


def _is_nothing(schema: Schema) -> bool:
    """Null, or what stands for it where generators know no null: a text that holds nothing."""
    kind = schema.get("type")
    return kind == "null" or (kind == ["string", "null"] and schema.get("maxLength") == 0)


def _values(old: Schema, new: Schema, uses: set[Use], where: str) -> Iterator[str]:
    before, after = _listed(old), _listed(new)
    if before is None and after is not None and "sent" in uses:
        yield f"{where}: only {', '.join(map(repr, after))} may be sent now"
    for value in before or ():
        if after is not None and value not in after:
            yield f"{where}: value {value!r} is gone"


def _members(old: Schema, new: Schema, uses: set[Use], where: str) -> Iterator[str]:
    """Members of a union by name; unnamed ones by what they are, and then by what is in them."""
    before = [member for key in UNIONS for member in old.get(key, ())]
    after = [member for key in UNIONS for member in new.get(key, ())] or [new]
    for member in before:
        alike = [other for other in after if _alike(member, other)]
        if not alike:
            yield f"{where}: {_told(member)} is no longer one of the choices"
        elif not any(list(broken(member, other, uses, where)) == [] for other in alike):
            yield from broken(member, alike[0], uses, where)


def _alike(one: Schema, other: Schema) -> bool:
    keys = ("$ref", "const", "format")
    return _kind(one) == _kind(other) and all(one.get(key) == other.get(key) for key in keys)


def _fields(old: Schema, new: Schema, uses: set[Use], where: str) -> Iterator[str]:
    before, after = old.get("properties", {}), new.get("properties", {})
    for name, schema in before.items():
        if name not in after:
            yield f"{where}.{name}: is gone"
        else:
            yield from broken(schema, after[name], uses, f"{where}.{name}")
    needed, still = set(old.get("required", ())), set(new.get("required", ()))
    if "sent" in uses:
        yield from (f"{where}.{name}: must now be sent" for name in sorted(still - needed))
    if "received" in uses:
        lost = sorted((needed - still) & set(after))
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
