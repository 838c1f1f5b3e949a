"""Bundles of tables as a server sends them: as played, forged, without the rules."""

import gzip
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import json
from msgspec.structs import replace

from domain.fairness.chain import canon, first_head
from domain.judging.live_table import restored, restored_without_rules
from domain.judging.stored import Entry, Stored, with_heads
from domain.kernel.ids import PlayerId
from domain.table.commands import RulesSource
from projections.history.bundle import LINES, Frame, bundle
from projections.seat_view.view import at_latest
from tests.support.histories.golden import GOLDEN, read


def history_bundle(
    table: str, stored: Stored, frame: Frame = LINES, player: PlayerId | None = None
) -> bytes:
    """Return the bundle that this player may read; the one for everybody if there is none."""
    seen = at_latest(restored(table, stored))
    return bundle(seen, stored.entries, player, frame, stored.ancestors)


@cache
def golden(game: str, name: str, frame: Frame = LINES) -> bytes:
    recorded = read(GOLDEN / game / f"{name}.ndjson")
    return history_bundle(recorded.table, recorded.stored, frame)


def corpus(key: str, folder: str = ".") -> list[Path]:
    """Return the files of bundles whose verdict must never change; `format_2` has older ones."""
    return sorted((GOLDEN / key / "corpus" / folder).glob("*.ndjson.gz"))


@cache
def unpacked(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes())


# A cheating server: it knows the seed, rewrites its history and rebuilds the chain.

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


# Histories of a game that is not installed: those of a known game under another name.

GONE = "gone_game"
SOURCE = RulesSource("ludotheque-gone", 64 * "a", "1.2")


def uninstalled(table: str, stored: Stored) -> Stored:
    """Return the history as a server with the package `ludotheque-gone` would have stored it."""
    entries = [
        Entry(each.first, tuple(map(_renamed, each.events)), each.record and _renamed(each.record))
        for each in stored.entries
    ]
    return chained(table, stored, entries)


def _renamed(raw: bytes) -> bytes:
    told = json.decode(raw.replace(b"gumball_rally", GONE.encode()))
    for opening in (told.get("data"), told.get("command")):
        if isinstance(opening, dict) and "commitment" in opening and "game" in opening:
            opening["rules"] = SOURCE
    return canon(told)


def bundle_without_rules(table: str, stored: Stored, player: PlayerId | None = None) -> bytes:
    """Return the bundle that a server without the rules sends."""
    seen = at_latest(restored_without_rules(table, stored))
    return bundle(seen, stored.entries, player, LINES, stored.ancestors)
