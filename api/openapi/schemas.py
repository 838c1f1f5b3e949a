"""The component schemas of the document, from the structs that are decoded and encoded."""

from collections.abc import Iterator
from types import NoneType
from typing import Any, get_args

from msgspec import Struct, inspect, json

from api.http.operation import camel
from api.openapi.abridged import abridge, collect, internal
from api.openapi.bounds import bounded
from api.openapi.descriptions import defaults_told, describe
from api.openapi.envelopes import SOME_DATA, data_name, event_schemas, one_of
from api.openapi.examples import schema_examples
from api.openapi.names import REF, qualified, ref, with_names
from api.openapi.simplify import clean
from api.operations import OPERATIONS
from api.play.bodies import AnyCommand
from api.problems.problem import Problem
from api.streaming.frames import (
    FeedBye,
    FeedEnd,
    FeedEvent,
    LobbyNotice,
    LobbySnapshot,
    NoticeBye,
    OwnSnapshot,
    TableBye,
    TableSnapshot,
)
from api.tables.bodies import AnyOpening, AnySeek
from application.ports.webhooks import Delivery
from application.webhooks.notices import Payload
from domain.audit.format import CommandLine, CommandRecord
from domain.games import GAMES
from domain.kernel.messages import Command, Event
from domain.table.clocks import Clock
from domain.table.events import TableEvent
from domain.table.opening_events import TableOpened, TableStarted
from domain.table.sandbox import Sandbox, ScriptedDeal
from projections.history.bundle import History
from projections.seat_view.state import StateSeen

SOME_COMMAND = {
    "type": "object",
    "description": "A command of the game or of the table (`table.sit`, `table.start` …).",
    "required": ["type"],
    "properties": {
        "type": {"type": "string", "maxLength": 80, "description": "The type, as `game.name`."}
    },
    "additionalProperties": True,
}


def _each(union: Any) -> tuple[Any, ...]:
    """Return the types of a union, of which there may be one."""
    return get_args(union) or (union,)


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


NAMES = {Delivery: "DeliverySeen", History: "HistorySeen"}  # other names than those of the code
SPECIAL = {
    AnyCommand: "Command",
    AnyOpening: "OpenTableBody",
    AnySeek: "SeekBody",
}  # with a kind for each game
INSIDE = (  # what texts contain: frames of streams, notices of webhooks, lines of histories
    *(TableSnapshot, StateSeen, TableBye, FeedEvent, FeedEnd, FeedBye, CommandLine, CommandRecord),
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
        *(
            each
            for union in (AnyOpening, AnySeek)
            for each in _each(union)
            if _tag(each) == game.key
        ),
        *game.commands,
        game.view_type,
        game.options,
        *game.events,
    )
}


def name_of(kind: Any, owner: str = "") -> str:
    """Return the name of a schema; it must never change. A game's type begins with its game."""
    owner = _OWNER.get(kind, owner)
    if kind in NAMES:
        return NAMES[kind]
    if issubclass(kind, Event) and hasattr(kind, "type"):
        return data_name(kind)
    if issubclass(kind, Command) and owner:
        return qualified(owner, camel(_tag(kind).rpartition(".")[2])) + "Command"
    return qualified(owner, kind.__name__) if owner else str(kind.__name__)


def schema_of(wanted: Any) -> dict[str, Any]:
    """Return a reference to a named schema, or a small schema in place."""
    if wanted in SPECIAL:
        return ref(SPECIAL[wanted])
    if isinstance(wanted, tuple):
        return {"anyOf": [schema_of(each) for each in wanted]}
    if isinstance(wanted, type) and issubclass(wanted, Struct):
        return ref(name_of(wanted))
    (schema,), _ = json.schema_components([wanted], ref_template=REF + "{name}")
    cleaned: dict[str, Any] = clean(schema)
    return cleaned


def components() -> dict[str, Any]:
    schemas: dict[str, Any] = {}
    kinds: dict[str, type] = {}
    for owner in ("", *dict.fromkeys(_OWNER.values())):
        of_owner = [kind for kind, each in _OWNER.items() if each == owner] if owner else COMMON
        own, names = _schemas(of_owner, owner)
        schemas |= own
        kinds |= names
    schemas |= event_schemas() | _unions()
    for name, field, schema in narrowed():
        schemas[name]["properties"][field] = schema
    describe(schemas, kinds)
    schemas = {
        name: defaults_told(bounded(_titled(each, name), name))
        for name, each in sorted(abridge(schemas, internal(_OWNER)).items())
    }
    for name, value in schema_examples().items():
        if name in schemas:  # until they are recorded again after a schema was renamed
            schemas[name]["examples"] = [value]
    return schemas


def _schemas(wanted: Any, owner: str) -> tuple[dict[str, Any], dict[str, type]]:
    """Return the schemas of types and of all in them, and their structs, by name."""
    structs = {each.__name__: each for kind in wanted for each in collect(inspect.type_info(kind))}
    _, drawn = json.schema_components(wanted, ref_template=REF + owner + "{name}")
    cleaned = {owner + name: clean(schema) for name, schema in drawn.items()}
    names = {n: n if n in SHARED else name_of(structs[n], owner) for n in drawn if n in structs}
    renamed = {owner + old: new for old, new in names.items()}
    return with_names(cleaned, renamed), {names[n]: structs[n] for n in names}


def _unions() -> dict[str, Any]:
    """Return the schemas that have a kind for each game."""
    tags = {"Command": "type", "OpenTableBody": "game", "SeekBody": "game"}
    about = {
        "Command": "A command of a game; take it from the list of actions.",
        "OpenTableBody": "What opens a table; its fields depend on the game.",
        "SeekBody": "What seeks a table; its fields depend on the game.",
    }
    return {
        **{
            name: {"description": about[name]}
            | one_of(tags[name], {_tag(each): name_of(each) for each in _each(union)})
            for union, name in SPECIAL.items()
        },
        "View": {"description": "What a seat or a spectator sees of a game."}
        | one_of("game", {g.key: name_of(g.view_type) for g in GAMES.values()}),
        "Options": {
            "description": "The options of a table, which depend on its game.",
            "anyOf": [ref(name_of(game.options)) for game in GAMES.values()],
        },
    }


def _titled(schema: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the schema with a title of its own: some generators name their classes by titles."""
    return {**schema, "title": name} if "title" in schema else schema


WITH_OPTIONS = (
    *("TableSeen", "ListedTable", "SeekSeen", "Header", "GameSeen"),
    *(data_name(each) for each in (TableOpened, TableStarted)),
)


def narrowed() -> list[tuple[str, str, dict[str, Any]]]:
    """Return the fields whose type depends on the games; in the code they are Any."""
    events = {"type": "array", "items": ref("Event")}
    view = {"anyOf": [ref("View"), {"type": "null"}]}
    return [
        *((name, "events", events) for name in ("CommandAnswer", "SeatAnswer", "EventPage")),
        *((name, "view", view) for name in ("ViewAt", "StateSeen", "TableSeen", "TableSnapshot")),
        *((name, "options", ref("Options")) for name in WITH_OPTIONS),
        ("HistorySeen", "events", {"type": "array", "items": ref("HistoryEvent")}),
        ("ActionSeen", "command", ref("Command")),
        ("HistorySeen", "commands", {"type": "array", "items": ref("CommandLine")}),
        ("AncestorLine", "commands", {"type": "array", "items": ref("CommandRecord")}),
        ("CommandLine", "command", ref("CommandRecord")),
        ("CommandRecord", "command", SOME_COMMAND),
        ("Previewed", "data", SOME_DATA),
        (
            "StreamFrame",
            "data",
            _frame("TableSnapshot", "Event", "StateSeen", "PresenceSeen", "TableBye"),
        ),
        ("FeedEvent", "event", ref("Event")),
        ("FeedFrame", "data", _frame("FeedEvent", "FeedBye")),
        ("LobbyFrame", "data", _frame("LobbySnapshot", "LobbyNotice", "NoticeBye")),
        ("OwnFrame", "data", _frame("OwnSnapshot", "OwnNotice", "NoticeBye")),
    ]


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
