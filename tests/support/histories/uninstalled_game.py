"""Histories of a game that is not installed: those of a known game under another name."""

from msgspec import json

from domain.fairness.canonical import canon
from domain.judging.live_table import restored_without_rules
from domain.judging.stored import Entry, Stored
from domain.kernel.ids import PlayerId
from domain.table.commands import RulesSource
from projections.history.bundle import LINES, bundle
from projections.seat_view.view import at_latest
from tests.support.histories.forged_bundle import chained
from tests.support.tables.party import GAME

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
    told = json.decode(raw.replace(GAME.encode(), GONE.encode()))
    for opening in (told.get("data"), told.get("command")):
        if isinstance(opening, dict) and "commitment" in opening and "game" in opening:
            opening["rules"] = SOURCE
    return canon(told)


def bundle_without_rules(table: str, stored: Stored, player: PlayerId | None = None) -> bytes:
    """Return the bundle that a server without the rules sends."""
    seen = at_latest(restored_without_rules(table, stored))
    return bundle(seen, stored.entries, player, LINES, stored.ancestors)
