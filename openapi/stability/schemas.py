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
UNIONS = ("oneOf", "anyOf")


def broken(old: Schema, new: Schema, uses: set[Use], where: str) -> Iterator[str]:
    if old.get("$ref") != new.get("$ref"):
        yield f"{where}: is {_told(new)} instead of {_told(old)}"
        return
    yield from _kinds(old, new, uses, where)
    yield from _values(old, new, uses, where)
    yield from _members(old, new, uses, where)
    yield from _fields(old, new, uses, where)
    if "sent" in uses:
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
    if "sent" not in uses and (not old.get("type") or _all_texts(old, new)):
        return  # whoever was ready for anything is ready for this
    if old.get("type") != new.get("type"):
        yield f"{where}: type was {old.get('type')}, is {new.get('type')}"


def _all_texts(old: Schema, new: Schema) -> bool:
    """Some texts instead of any text."""
    values = new.get("enum", [new["const"]] if "const" in new else [])
    return old.get("type") == "string" and bool(values) and all(isinstance(v, str) for v in values)


def _values(old: Schema, new: Schema, uses: set[Use], where: str) -> Iterator[str]:
    before = old.get("enum", [old["const"]] if "const" in old else None)
    after = new.get("enum", [new["const"]] if "const" in new else None)
    if "sent" in uses and before is None and after is not None:
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
    keys = ("$ref", "type", "const", "format")
    return all(one.get(key) == other.get(key) for key in keys)


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
