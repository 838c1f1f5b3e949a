"""A server that cheats: it knows the seed, rewrites its history and makes the chain anew."""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import json

from domain.fairness.canonical import canon
from domain.fairness.chain import extend, first_head
from domain.judging.stored import Entry, Stored

Change: TypeAlias = Callable[[Any], None]  # of an event, in place


def rewritten(table: str, stored: Stored, change: Change, seed: bytes | None = None) -> Stored:
    """Every event after the change, on a chain without a flaw."""
    seed = seed or stored.seed
    entries = tuple(Entry(e.version, _changed(e.event, change), e.record) for e in stored.entries)
    head = extend(first_head(table), seed, 1, (entry.event for entry in entries))
    return Stored(seed, stored.version, head, entries)


def recommanded(stored: Stored, change: Change) -> Stored:
    """The same events, but other commands beside them."""
    entries = tuple(
        Entry(e.version, e.event, None if e.record is None else _changed(e.record, change))
        for e in stored.entries
    )
    return Stored(stored.seed, stored.version, stored.head, entries)


def _changed(raw: bytes, change: Change) -> bytes:
    told = json.decode(raw)
    change(told)
    return canon(told)


def of_type(kind: str, change: Change) -> Change:
    """Only events of this type, and of them what they tell."""

    def only(event: Any) -> None:
        if event["type"] == kind:
            change(event["data"])

    return only
