"""The schemas of events: what all of them share, and the type, rule and data of each."""

from inspect import cleandoc
from typing import Any

from api.http.operation import camel
from api.openapi.names import qualified, ref
from domain.judging.codec import EVENT_TYPES
from domain.kernel.messages import Event

HEX = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
VERSION = {
    "type": "integer",
    "minimum": 1,
    "description": "The version of the table after this event: the number of its events so far.",
}
AT = {
    "type": "string",
    "format": "date-time",
    "description": "When it happened, by the clock of the server.",
}
SEAT = {
    "description": "The seat that acted; null for the host, the clock and the server.",
    "anyOf": [{"type": "integer", "minimum": 0, "maximum": 7}, {"type": "null"}],
}
SALT = {**HEX, "description": "Random bytes with which you can recompute this event's hash."}
LEAF = {**HEX, "description": "The hash of the event on the chain."}
OF_COMMIT = {
    "command": {
        **HEX,
        "description": "The hash of the command; only with the first event that it caused.",
    },
    "head": {
        **HEX,
        "description": "The head of the hash chain after the command; only with its last event.",
    },
}
SENTENCE = {"type": "string", "description": "The event in words; only with `?lang=`."}
SOME_DATA = {
    "type": "object",
    "description": "The fields of the event of this `type`.",
    "additionalProperties": True,
}
RULE = {"type": "string", "pattern": r"^[A-Z]+-[0-9.]+$"}
CITED = "The rule that the event cites."


def event_schemas() -> dict[str, Any]:
    """Return the schemas of events as clients receive them, and as they are stored."""
    types = EVENT_TYPES.values()
    return {
        "EventEnvelope": envelope(),
        **{event_name(each): _event(each) for each in types},
        "VisibleEvent": {
            "description": "An event that you may see, of the type `type`.",
            **one_of("type", {each.type: event_name(each) for each in types}),
        },
        "SealedEvent": _object(
            "An event that you may not see: its version and its hash (the seal).",
            {"version": VERSION, "sealed": LEAF},
            OF_COMMIT,
        ),
        "Event": {
            "description": "An event as you may see it: whole, or sealed.",
            "anyOf": [ref("VisibleEvent"), ref("SealedEvent")],
        },
        "StoredEvent": stored_event(),
        "HistoryEvent": {
            "description": "A line of a history: a visible event, or the version of a hidden one.",
            "anyOf": [
                _object(
                    "An event that you may see.",
                    {"leaf": LEAF, "event": ref("StoredEvent"), "salt": SALT},
                    OF_COMMIT,
                ),
                _object("A hidden event.", {"leaf": LEAF, "version": VERSION}, OF_COMMIT),
            ],
        },
    }


def envelope() -> dict[str, Any]:
    """Return what all events that a client sees have in common."""
    required = {"version": VERSION, "at": AT, "seat": SEAT, "salt": SALT}
    shared = _object(
        "What every event has beside its type, rule and data.",
        required,
        {**OF_COMMIT, "sentence": SENTENCE},
    )
    del shared["additionalProperties"]  # each event adds its own
    return shared


def _event(event: type[Event]) -> dict[str, Any]:
    return {
        "title": event_name(event),
        "description": cleandoc(event.__doc__ or ""),
        "type": "object",
        "allOf": [ref("EventEnvelope")],
        "required": ["type", "rule", "data"],
        "properties": {
            "type": {
                "type": "string",
                "const": event.type,
                "description": "The type of the event, as `game.name`.",
            },
            "rule": cited(event),
            "data": ref(data_name(event)),
        },
        "unevaluatedProperties": False,
    }


def cited(event: type[Event]) -> dict[str, Any]:
    """Return the schema of the rule that an event type cites: one, or any if it depends.

    Always null is written as a nullable text of length 0: few generators know a type for null, and
    fewer an enum with null alone.
    """
    if event.cites is not Event.cites:
        return {**RULE, "description": CITED}
    if event.rule is None:
        about = "Always null: the event cites no rule."
        return {"type": ["string", "null"], "maxLength": 0, "description": about}
    return {"type": "string", "const": event.rule, "description": CITED}


def stored_event() -> dict[str, Any]:
    """Return the schema of the canonical envelope of an event, which the server hashes."""
    known = {"type": "string", "enum": sorted(EVENT_TYPES)}
    properties = {
        "at": AT,
        "data": SOME_DATA,
        "rule": {"anyOf": [RULE, {"type": "null"}], "description": CITED},
        "seat": SEAT,
        "type": {**known, "description": "The type of the event, as `game.name`."},
        "version": VERSION,
    }
    return _object("An event as it is stored; the server hashes these bytes.", properties, {})


def event_name(event: type[Event]) -> str:
    """Return `my_game.card_played` as `MyGameCardPlayedEvent`."""
    return _qualified(event) + "Event"


def data_name(event: type[Event]) -> str:
    """Return `my_game.card_played` as `MyGameCardPlayedData`."""
    return _qualified(event) + "Data"


def _qualified(event: type[Event]) -> str:
    game, name = event.type.split(".")
    return qualified(camel(game), camel(name))


def one_of(field: str, names: dict[str, str]) -> dict[str, Any]:
    return {
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {
            "propertyName": field,
            "mapping": {tag: ref(name)["$ref"] for tag, name in names.items()},
        },
    }


def _object(about: str, required: dict[str, Any], optional: dict[str, Any]) -> dict[str, Any]:
    return {
        "description": about,
        "type": "object",
        "required": [*required],
        "properties": {**required, **optional},
        "additionalProperties": False,
    }
