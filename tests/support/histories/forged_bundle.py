"""A cheating server: it knows the seed, rewrites its history and rebuilds the chain."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from msgspec import json
from msgspec.structs import replace

from domain.fairness.canonical import canon
from domain.fairness.chain import first_head
from domain.judging.stored import Entry, Stored, with_heads

Change: TypeAlias = Callable[[Any], None]  # changes an event in place


def rewritten(table: str, stored: Stored, change: Change) -> Stored:
    """Return the history with every event changed, on a valid chain."""
    entries = [
        replace(e, events=tuple(_changed(event, change) for event in e.events))
        for e in stored.entries
    ]
    return chained(table, stored, entries)


def recommanded(table: str, stored: Stored, change: Change) -> Stored:
    """Return the same events with changed commands, on a valid chain."""
    entries = [replace(e, record=e.record and _changed(e.record, change)) for e in stored.entries]
    return chained(table, stored, entries)


def chained(table: str, stored: Stored, entries: Sequence[Entry]) -> Stored:
    """Return these entries in place of those that are stored, on a valid chain."""
    linked = with_heads(first_head(table), stored.seed, entries)
    last = linked[-1]
    return Stored(stored.seed, last.last, last.head, linked, stored.ancestors)


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
