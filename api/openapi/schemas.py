"""The component schemas of the document, from the structs that are decoded and encoded."""

from collections.abc import Iterator
from inspect import cleandoc
from types import NoneType
from typing import Any, get_args

from msgspec import json

from api.http.operation import camel
from api.openapi.abridged import abridge, internal
from api.openapi.bounds import bounded
from api.openapi.descriptions import described
from api.openapi.examples import schema_examples
from api.openapi.names import qualified, with_names
from api.openapi.simplify import clean
from api.operations import OPERATIONS
from api.play.bodies import AnyCommand
from api.problems.problem import Problem
from api.streaming.frames import (
    Bye,
    FeedBye,
    FeedEnd,
    FeedEvent,
    LobbyNotice,
    LobbySnapshot,
    NoticeBye,
    OwnSnapshot,
    Snapshot,
)
from api.tables.bodies import OpenBody, SeekBody
from application.webhooks.notices import Payload
from domain.audit.format import CommandLine, CommandRecord
from domain.games import GAMES
from domain.judging.codec import EVENT_TYPES
from domain.kernel.messages import Event
from domain.table.clocks import Clock
from domain.table.events import TableEvent
from domain.table.opening_events import TableOpened, TableStarted
from domain.table.sandbox import Sandbox, ScriptedDeal
from projections.seat_view.state import StateSeen

REF = "#/components/schemas/"
HEX = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
COMMAND_LEAF = {
    **HEX,
    "description": "The hash of the command; only with the first event that the command caused.",
}
HEAD_OF_COMMIT = {
    **HEX,
    "description": "The head of the hash chain after the command; only with its last event.",
}
SOME_COMMAND = {
    "type": "object",
    "description": "A command of the game or of the table (`table.sit`, `table.start` …).",
    "required": ["type"],
    "properties": {"type": {"type": "string", "maxLength": 80}},
    "additionalProperties": True,
}
SOME_DATA = {
    "type": "object",
    "description": "The fields of the event of this `type`.",
    "additionalProperties": True,
}


def _frame(*names: str) -> dict[str, Any]:
    """Return the schema of the `data` of a frame: one of these objects as text."""
    listed = ", ".join(f"`{name}`" for name in names[:-1])
    return {
        "type": "string",
        "description": f"A {listed} or `{names[-1]}` in JSON.",
        "maxLength": 1_000_000,
        "contentMediaType": "application/json",
        "contentSchema": {"anyOf": [{"$ref": REF + name} for name in names]},
    }


FRAME = _frame("Snapshot", "Event", "StateSeen", "Present", "Bye")
FEED_FRAME = _frame("FeedEvent", "FeedBye")
OPENINGS: dict[str, Any] = {o.__struct_config__.tag: o for o in get_args(OpenBody) or (OpenBody,)}
SEEKS: dict[str, Any] = {o.__struct_config__.tag: o for o in get_args(SeekBody) or (SeekBody,)}
SPECIAL = (AnyCommand, OpenBody, SeekBody)  # unions of what the games have
INSIDE = (  # what texts contain: frames of streams, notices of webhooks, lines of histories
    *(Snapshot, StateSeen, Bye, FeedEvent, FeedEnd, FeedBye, CommandLine, CommandRecord),
    *(LobbyNotice, LobbySnapshot, OwnSnapshot, NoticeBye, Payload, Problem),
    *get_args(TableEvent),
)


def _sent() -> Iterator[Any]:
    """Yield the types of the bodies of requests and answers."""
    for operation in OPERATIONS.values():
        for kind in (operation.seen.body, *(each.body for each in operation.answers)):
            kinds = kind if isinstance(kind, tuple) else (kind,)
            yield from (each for each in kinds if isinstance(each, type) and each not in SPECIAL)


COMMON: tuple[Any, ...] = (*_sent(), *INSIDE)
SHARED = {  # by all games
    *(kind.__name__ for kind in get_args(Clock) if kind is not NoneType),
    *(kind.__name__ for kind in (Sandbox, ScriptedDeal)),
}
_OWNER: dict[Any, str] = {
    kind: camel(game.key)
    for game in GAMES.values()
    for kind in (
        OPENINGS[game.key],
        SEEKS[game.key],
        *game.commands,
        game.view_type,
        game.options,
        *game.events,
    )
}


def name_of(kind: Any) -> str:
    """Return the name of a schema; it must never change. A game's type begins with its game."""
    return qualified(_OWNER[kind], kind.__name__) if kind in _OWNER else str(kind.__name__)


def schema_of(wanted: Any) -> dict[str, Any]:
    """Return a reference to a named schema, or a small schema in place."""
    if wanted is AnyCommand:
        return ref("Command")
    if wanted is OpenBody:
        return ref("OpenTable")
    if wanted is SeekBody:
        return ref("NewSeek")
    if isinstance(wanted, tuple):
        return {"anyOf": [schema_of(each) for each in wanted]}
    (schema,), _ = json.schema_components([wanted], ref_template=REF + "{name}")
    cleaned: dict[str, Any] = clean(schema)
    return cleaned


def components() -> dict[str, Any]:
    _, named = json.schema_components(COMMON, ref_template=REF + "{name}")
    schemas: dict[str, Any] = {name: clean(schema) for name, schema in named.items()}
    for prefix in dict.fromkeys(_OWNER.values()):
        kinds = [kind for kind, owner in _OWNER.items() if owner == prefix]
        _, own = json.schema_components(kinds, ref_template=REF + prefix + "{name}")
        of_game = {prefix + name: clean(schema) for name, schema in own.items()}
        names = {prefix + n: n if n in SHARED else qualified(prefix, n) for n in own}
        schemas |= with_names(of_game, names, REF)
    for event in EVENT_TYPES.values():
        schemas[event_name(event)] = envelope(event)
    schemas["Event"] = {"anyOf": [ref("VisibleEvent"), ref("SealedEvent")]}
    schemas["VisibleEvent"] = one_of("type", {e.type: event_name(e) for e in EVENT_TYPES.values()})
    schemas["SealedEvent"] = sealed()
    schemas["StoredEvent"] = stored_event()
    schemas["HistoryEvent"] = {"anyOf": [link("event", "salt"), link("version")]}
    schemas["Command"] = one_of("type", _tags(get_args(AnyCommand) or (AnyCommand,)))
    schemas["OpenTable"] = one_of("game", _tags(get_args(OpenBody) or (OpenBody,)))
    schemas["NewSeek"] = one_of("game", _tags(get_args(SeekBody) or (SeekBody,)))
    schemas["View"] = one_of("game", {g.key: name_of(g.view_type) for g in GAMES.values()})
    schemas["Options"] = {"anyOf": [ref(name_of(game.options)) for game in GAMES.values()]}
    for name, field, schema in narrowed():
        schemas[name]["properties"][field] = schema
    schemas = {
        name: described(bounded(_titled(each, name), name), name)
        for name, each in sorted(abridge(schemas, internal(_OWNER)).items())
    }
    for name, value in schema_examples().items():
        schemas[name]["examples"] = [value]
    return schemas


def _titled(schema: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the schema with a title of its own: some generators name their classes by titles."""
    return {**schema, "title": name} if "title" in schema else schema


def narrowed() -> list[tuple[str, str, dict[str, Any]]]:
    """Return the fields whose type depends on the games; in the code they are Any."""
    events = {"type": "array", "items": ref("Event")}
    lists = [(name, "events", events) for name in ("CommandAnswer", "SeatAnswer", "EventPage")]
    return [
        *lists,
        ("History", "events", {"type": "array", "items": ref("HistoryEvent")}),
        ("ActionSeen", "command", ref("Command")),
        ("ViewAt", "view", {"anyOf": [ref("View"), {"type": "null"}]}),
        ("StateSeen", "view", {"anyOf": [ref("View"), {"type": "null"}]}),
        ("TableSeen", "view", {"anyOf": [ref("View"), {"type": "null"}]}),
        ("Snapshot", "view", {"anyOf": [ref("View"), {"type": "null"}]}),
        ("TableSeen", "options", ref("Options")),
        ("ListedTable", "options", ref("Options")),
        ("SeekSeen", "options", ref("Options")),
        ("Header", "options", ref("Options")),
        ("GameSeen", "options", ref("Options")),
        (TableOpened.__name__, "options", ref("Options")),
        ("History", "commands", {"type": "array", "items": ref("CommandLine")}),
        ("AncestorLine", "commands", {"type": "array", "items": ref("CommandRecord")}),
        ("CommandLine", "command", ref("CommandRecord")),
        ("CommandRecord", "command", SOME_COMMAND),
        (TableStarted.__name__, "options", ref("Options")),
        ("Previewed", "data", SOME_DATA),
        ("StreamFrame", "data", FRAME),
        ("FeedEvent", "event", ref("Event")),
        ("FeedFrame", "data", FEED_FRAME),
        ("LobbyFrame", "data", _frame("LobbySnapshot", "LobbyNotice", "NoticeBye")),
        ("OwnFrame", "data", _frame("OwnSnapshot", "OwnNotice", "NoticeBye")),
    ]


def ref(name: str) -> dict[str, Any]:
    return {"$ref": REF + name}


def one_of(field: str, names: dict[str, str]) -> dict[str, Any]:
    return {
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {
            "propertyName": field,
            "mapping": {tag: REF + name for tag, name in names.items()},
        },
    }


def _tags(structs: tuple[Any, ...]) -> dict[str, str]:
    return {struct.__struct_config__.tag: name_of(struct) for struct in structs}


def event_name(event: type[Event]) -> str:
    """Return `my_game.card_played` as `MyGameCardPlayedEvent`."""
    game, name = event.type.split(".")
    return qualified(camel(game), camel(name)) + "Event"


def envelope(event: type[Event]) -> dict[str, Any]:
    """Return the schema of an event as clients receive it: the canonical envelope and its salt."""
    return {
        "title": event_name(event),
        "description": cleandoc(event.__doc__ or ""),
        "type": "object",
        "required": ["version", "type", "at", "seat", "rule", "data", "salt"],
        "properties": {
            "version": {"type": "integer", "minimum": 1},
            "type": {"type": "string", "const": event.type},
            "at": {"type": "string", "format": "date-time"},
            "seat": {
                "description": "The seat that acted; null for the host, the clock and the server.",
                "anyOf": [{"type": "integer", "minimum": 0, "maximum": 7}, {"type": "null"}],
            },
            "rule": cited(event),
            "data": ref(name_of(event)),
            "salt": {
                **HEX,
                "description": "Random bytes with which you can recompute this event's hash.",
            },
            "command": COMMAND_LEAF,
            "head": HEAD_OF_COMMIT,
            "sentence": {
                "type": "string",
                "description": "The event in words; only with `?lang=`.",
            },
        },
        "additionalProperties": False,
    }


def cited(event: type[Event]) -> dict[str, Any]:
    """Return the schema of the rule that an event type cites: one, or any if it depends.

    Always null is written as a nullable text of length 0: few generators know a type for null, and
    fewer an enum with null alone.
    """
    if event.cites is not Event.cites:
        return {"type": "string", "pattern": r"^[A-Z]+-[0-9.]+$"}
    if event.rule is None:
        return {"type": ["string", "null"], "maxLength": 0, "description": "Always null."}
    return {"type": "string", "const": event.rule}


def sealed() -> dict[str, Any]:
    return {
        "title": "SealedEvent",
        "description": "An event that you may not see: its version and its hash (the seal).",
        "type": "object",
        "required": ["version", "sealed"],
        "properties": {
            "version": {"type": "integer", "minimum": 1},
            "sealed": HEX,
            "command": COMMAND_LEAF,
            "head": HEAD_OF_COMMIT,
        },
        "additionalProperties": False,
    }


def link(*beside: str) -> dict[str, Any]:
    """Return the schema of a line of a history: a visible event, or the version of a hidden one."""
    known = {"event": ref("StoredEvent"), "salt": HEX, "version": {"type": "integer", "minimum": 1}}
    properties = {"leaf": HEX} | {name: known[name] for name in beside}
    return {
        "type": "object",
        "required": [*properties],
        "properties": properties | {"command": COMMAND_LEAF, "head": HEAD_OF_COMMIT},
        "additionalProperties": False,
    }


def stored_event() -> dict[str, Any]:
    """Return the schema of the canonical envelope of an event, which the server hashes."""
    some = envelope(TableOpened)["properties"]
    properties = {name: some[name] for name in ("at", "seat", "version")} | {
        "data": {"type": "object", "description": "The fields of the event of this `type`."},
        "rule": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "type": {"type": "string", "enum": sorted(EVENT_TYPES)},
    }
    return {
        "title": "StoredEvent",
        "type": "object",
        "required": sorted(properties),
        "properties": dict(sorted(properties.items())),
        "additionalProperties": False,
    }
