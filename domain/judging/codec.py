"""Events as bytes: one canonical envelope, decoded by the type it names."""

from collections.abc import Iterable
from typing import Any, get_args

import msgspec
from msgspec import json
from msgspec.structs import replace

from domain.fairness.canonical import canon
from domain.games import EDITIONS, edition
from domain.judging.stored import Entry
from domain.judging.upcast import UPCASTERS, upcast
from domain.kernel.ids import Seat
from domain.kernel.messages import Event, Value
from domain.table.events import TableEvent, TableOpened


class RecordedEvent(Value, frozen=True):
    """An event in its place: what, when, and at whose hand (None: the host, the clock, nobody)."""

    version: int
    at: str
    seat: Seat | None
    event: Event


class Envelope(Value, frozen=True):
    """What is hashed and stored; its fields are in canonical order."""

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


EVENT_TYPES: dict[str, type[Event]] = {
    event.type: event
    for event in (*get_args(TableEvent), *(e for game in EDITIONS.values() for e in game.events))
}
_frames = json.Decoder(_Frame)
_decoders = {name: json.Decoder(event) for name, event in EVENT_TYPES.items()}


def was_upcast(raw: bytes) -> bool:
    """Is this told otherwise than it would be today?"""
    return _frames.decode(raw).type in UPCASTERS


def encode(recorded: RecordedEvent) -> bytes:
    event = recorded.event
    return canon(
        Envelope(recorded.at, event, event.cites(), recorded.seat, event.type, recorded.version)
    )


def decode(raw: bytes) -> RecordedEvent:
    frame = _frames.decode(raw)
    event = _event(frame)
    if type(event) is TableOpened:
        rules = edition(event.game, event.rules_version)
        event = replace(event, options=msgspec.convert(event.options, rules.options))
    return RecordedEvent(frame.version, frame.at, frame.seat, event)


def _event(frame: _Frame) -> Event:
    if frame.type in UPCASTERS:
        kind, told = upcast(frame.type, json.decode(frame.data))
        return msgspec.convert(told, EVENT_TYPES[kind])
    return _decoders[frame.type].decode(frame.data)


def decoded(entries: Iterable[Entry]) -> list[RecordedEvent]:
    return [decode(entry.event) for entry in entries]
