"""Bounds of answers in the document, where the types have none.

What clients send is bounded by the types themselves; a test checks that nothing is unbounded.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from domain.kernel.ids import ID_PATTERN, MOST_SEATS

Schema: TypeAlias = dict[str, Any]

SAFE = 2**53 - 1  # the largest integer that every language reads exactly
HASH = {"pattern": "^[0-9a-f]{64}$"}
ID = {"pattern": f"^{ID_PATTERN}$"}
KEY = {"pattern": "^[a-z][a-z0-9_]{0,39}$"}
RULE = {"pattern": r"^[A-Z]+-[0-9.]+$"}
TYPE = {"pattern": r"^[a-z_]{1,40}\.[a-z_]{1,40}$"}
MOMENT = {"maxLength": 40}
PIECE = {"maxLength": 24}
REPEATS_REQUEST = {"maxLength": 2**17}  # may contain the path, which the head's size bounds
ANY_NUMBER: Schema = {"minimum": -SAFE, "maximum": SAFE}
COUNT: Schema = {"minimum": 0, "maximum": SAFE}
UP_TO_SEATS: Schema = {"minimum": 0, "maximum": MOST_SEATS}

# By the name of a field, or by `Schema.field` where the name is ambiguous.
TEXTS: Mapping[str, Schema] = {
    **dict.fromkeys(("head", "commitment", "luck", "share", "seed", "GameSeen.components"), HASH),
    **dict.fromkeys(("Header.components", "TableOpened.components"), HASH),
    **dict.fromkeys(("TableSeen.id", "Header.table", "TableOpened.table"), ID),
    **dict.fromkeys(("game", "GameSeen.key", "CodeSeen.code", "kind"), KEY),
    **dict.fromkeys(("rule", "Rule.id"), RULE),
    **dict.fromkeys(("GameSeen.commands", "OpenParameterSeen.command", "Previewed.type"), TYPE),
    **dict.fromkeys(("pieces", "piece"), PIECE),
    "rules_version": {"maxLength": 20},
    "RulesSource.hash": HASH,
    "RulesSource.distribution": {"maxLength": 200},
    "RulesSource.version": {"maxLength": 200},
    "name": {"maxLength": 160},
    "sentence": {"maxLength": 1_000},
    "text": {"maxLength": 5_000},
    **dict.fromkeys(("Problem.instance", "Problem.detail"), REPEATS_REQUEST),
}
NUMBERS: Mapping[str, Schema] = {
    "status": {"minimum": 100, "maximum": 599},
    "latency_ms": {"minimum": 0, "maximum": 60_000},
    "places": UP_TO_SEATS,
    **dict.fromkeys(("size", "seats", "fewest_seats", "most_seats"), UP_TO_SEATS),
    **dict.fromkeys(("Outcome.scores", "RecordSeen.points", "ChoiceSeen.value"), ANY_NUMBER),
}
LISTS: Mapping[str, int] = {
    **dict.fromkeys(("seats", "players", "awaited", "winners", "places", "scores"), MOST_SEATS),
    "tables": 100,
    "events": 500,
    **dict.fromkeys(("ActionsSeen.actions", "StateSeen.actions"), 1_000),
    "provenance": 3,
}
ANY_TEXT: Schema = {"maxLength": 2_000}
MOST_ITEMS = 256  # of a list with pieces of a game: the largest box has fewer
UNBOUNDED = (
    "HistorySeen.events",
    "HistorySeen.commands",
    "AncestorLine.commands",
)  # as long as a game

LOWEST = ("minimum", "exclusiveMinimum")
HIGHEST = ("maximum", "exclusiveMaximum")
INSIDE = ("anyOf", "oneOf", "allOf", "prefixItems")


def bounded(schema: Schema, name: str = "", field: str = "") -> Schema:
    """Return the schema with a bound on every text, number and list in it."""
    inside: Schema = {
        key: [bounded(each, name, field) for each in schema[key]] for key in INSIDE if key in schema
    }
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            inside[key] = bounded(schema[key], name, field)
    if "properties" in schema:
        parts: dict[str, Schema] = schema["properties"]
        inside["properties"] = {key: bounded(part, name, key) for key, part in parts.items()}
    return {**schema, **inside, **_bounds(schema, f"{name}.{field}", field)}


def _bounds(schema: Schema, place: str, field: str) -> Schema:
    if "const" in schema or "enum" in schema:
        return {}
    match schema.get("type"):
        case "string" if not {"pattern", "maxLength"} & schema.keys():
            known = TEXTS.get(place, TEXTS.get(field, ANY_TEXT))
            return MOMENT if "format" in schema else known
        case "integer" | "number" as kind:
            usual = COUNT if kind == "integer" else ANY_NUMBER
            return _range(schema, NUMBERS.get(place, NUMBERS.get(field, usual)))
        case "array" if "maxItems" not in schema:
            return {} if place in UNBOUNDED else {"maxItems": _most_items(place, field)}
        case _:
            return {}


def _most_items(place: str, field: str) -> int:
    return LISTS.get(place, LISTS.get(field, MOST_ITEMS))


def _range(schema: Schema, wanted: Schema) -> Schema:
    """Return the bounds that are missing."""
    lower = {} if schema.keys() & set(LOWEST) else {"minimum": wanted["minimum"]}
    upper = {} if schema.keys() & set(HIGHEST) else {"maximum": wanted["maximum"]}
    return {**lower, **upper}
