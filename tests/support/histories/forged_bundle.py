"""A cheating server: it knows the seed, rewrites its history and rebuilds the chain."""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import json

from domain.fairness.canonical import canon
from domain.fairness.chain import first_head
from domain.judging.stored import Entry, Stored, extend

Change: TypeAlias = Callable[[Any], None]  # changes an event in place


def rewritten(table: str, stored: Stored, change: Change) -> Stored:
    """Return the history with every event changed, on a valid chain."""
    entries = tuple(Entry(e.version, _changed(e.event, change), e.record) for e in stored.entries)
    return _rebuilt(table, stored, entries)


def recommanded(table: str, stored: Stored, change: Change) -> Stored:
    """Return the same events with changed commands, on a valid chain."""
    entries = tuple(
        Entry(e.version, e.event, None if e.record is None else _changed(e.record, change))
        for e in stored.entries
    )
    return _rebuilt(table, stored, entries)


def _rebuilt(table: str, stored: Stored, entries: tuple[Entry, ...]) -> Stored:
    head = extend(first_head(table), stored.seed, entries)
    return Stored(stored.seed, stored.version, head, entries, stored.ancestors)


def _changed(raw: bytes, change: Change) -> bytes:
    told = json.decode(raw)
    change(told)
    return canon(told)


def of_type(kind: str, change: Change) -> Change:
    """Return a change of the data of events of this type only."""

    def only(event: Any) -> None:
        if event["type"] == kind:
            change(event["data"])

    return only
