"""Encodes events as canonical bytes, and decodes them by the type their envelope names."""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any, get_args

import msgspec
from msgspec import MsgspecError, json
from msgspec.structs import replace

from domain.fairness.chain import canon_lines
from domain.games import EDITIONS
from domain.judging.stored import Entry, lined
from domain.judging.upcast import UPCASTERS, upcast
from domain.kernel.ids import Seat
from domain.kernel.messages import Event, HiddenEvent, Value
from domain.table.events import TableEvent
from domain.table.opening_events import TableOpened, TableStarted


class RecordedEvent(Value, frozen=True):
    """An event with its version, its time, and the seat that acted (None for host and clock)."""

    version: int
    at: str
    seat: Seat | None
    event: Event


class OpaqueEvent(HiddenEvent, type="opaque"):
    """An event of a game or an edition that is not here: only its rules know who may see it."""

    kind: str

    def apply(self, state: Any) -> Any:
        """Return the state as it is: only its rules know what the event changes."""
        return state


class Envelope(Value, frozen=True):
    """The form that is hashed and stored; its fields are in canonical order."""

    at: str
    data: Any
    rule: str | None
    seat: Seat | None
    type: str
    version: int


class _Frame(Value, frozen=True):
    at: str
    data: msgspec.Raw
    seat: Seat | None
    type: str
    version: int


TABLE = "table."  # begins the types of its events
EVENT_TYPES: dict[str, type[Event]] = {
    event.type: event
    for event in (*get_args(TableEvent), *(e for game in EDITIONS.values() for e in game.events))
}
_WITH_OPTIONS: frozenset[type[Event]] = frozenset({TableOpened, TableStarted})
_frames = json.Decoder(_Frame)
_decoders = {name: json.Decoder(event) for name, event in EVENT_TYPES.items()}


def _decoder(*fields: tuple[str, Any]) -> "json.Decoder[Any]":
    """Return a decoder of frames with these fields and, as `data`, the event that is named there.

    Events that need more than decoding are not among its types.
    """
    frames = [
        msgspec.defstruct(
            f"_Frame{number}",
            [*fields, ("data", event)],
            tag=name,
            tag_field="type",
            frozen=True,
            gc=False,
        )
        for number, (name, event) in enumerate(EVENT_TYPES.items())
        if name not in UPCASTERS and event not in _WITH_OPTIONS
    ]
    return json.Decoder(reduce(or_, frames))


_whole = _decoder(("at", str), ("seat", Seat | None), ("version", int))
_events = _decoder()


def was_upcast(raw: bytes) -> bool:
    """Return whether the event was stored under a type that is upcast today."""
    return _frames.decode(raw).type in UPCASTERS


def encode(*recorded: RecordedEvent) -> bytes:
    """Return the canonical bytes that are hashed and stored, of several events as lines."""
    envelopes = [
        Envelope(each.at, each.event, each.event.cites(), each.seat, each.event.type, each.version)
        for each in recorded
    ]
    return canon_lines(envelopes)[:-1]


def are_encoded(recorded: Sequence[RecordedEvent], stored: Sequence[bytes]) -> bool:
    """Return whether these are the canonical bytes of the events, one by one.

    All are compared at once, as lines: canonical bytes contain no line feed, so if there are as
    many of them, every line ends where the event does.
    """
    return len(recorded) == len(stored) and encode(*recorded) == lined(stored)


def decode(raw: bytes) -> RecordedEvent:
    """Return the event in stored bytes, upcast to today's types; reject unknown rules."""
    try:
        whole = _whole.decode(raw)
    except MsgspecError:
        return _decode_in_steps(raw)
    return RecordedEvent(whole.version, whole.at, whole.seat, whole.data)


def time_of(raw: bytes) -> str:
    """Return when the event in stored bytes happened."""
    return _frames.decode(raw).at


def decode_history(stored: Sequence[bytes]) -> tuple[list[Event], str]:
    """Return stored events as `decode` does, and the time of the last one."""
    events: list[Event] = []
    for raw in stored:
        try:
            events.append(_events.decode(raw).data)
        except MsgspecError:
            events.append(_decode_in_steps(raw).event)
    return events, time_of(stored[-1])


def _decode_in_steps(raw: bytes) -> RecordedEvent:
    frame = _frames.decode(raw)
    event = _event(frame)
    if isinstance(event, TableOpened | TableStarted):
        rules = EDITIONS[event.game, event.rules_version]
        event = replace(event, options=msgspec.convert(event.options, rules.options))
    return RecordedEvent(frame.version, frame.at, frame.seat, event)


def decode_without_rules(raw: bytes) -> RecordedEvent:
    """Return the event in stored bytes; what only its rules can read stays as it is.

    So the events of rules that are not here are opaque, and the options plain JSON.
    """
    try:
        whole = _whole.decode(raw)
    except MsgspecError:
        return _decode_without_rules(raw)
    return RecordedEvent(whole.version, whole.at, whole.seat, whole.data)


def _decode_without_rules(raw: bytes) -> RecordedEvent:
    frame = _frames.decode(raw)
    try:
        event = _event(frame)
    except (MsgspecError, KeyError):
        if frame.type.startswith(TABLE):
            raise
        event = OpaqueEvent(frame.type)
    return RecordedEvent(frame.version, frame.at, frame.seat, event)


def decode_of_table(raw: bytes) -> RecordedEvent | None:
    """Return the event in stored bytes if it is one of the table; None if it is one of the game."""
    frame = _frames.decode(raw)
    if not frame.type.startswith(TABLE):
        return None
    return RecordedEvent(frame.version, frame.at, frame.seat, _event(frame))


def without_rules(
    recorded: Iterable[RecordedEvent], events: Iterable[bytes]
) -> list[RecordedEvent]:
    """Return what `decode_without_rules` does of these bytes, from what `decode` has returned."""
    return [
        each if type(each.event) not in _WITH_OPTIONS else _decode_without_rules(raw)
        for each, raw in zip(recorded, events, strict=True)
    ]


def _event(frame: _Frame) -> Event:
    if frame.type in UPCASTERS:
        kind, fields = upcast(frame.type, json.decode(frame.data))
        return msgspec.convert(fields, EVENT_TYPES[kind])
    return _decoders[frame.type].decode(frame.data)


def decoded(entries: Iterable[Entry]) -> list[RecordedEvent]:
    """Return the events of stored entries, for readers that need no rules."""
    return [decode_without_rules(event) for entry in entries for event in entry.events]
