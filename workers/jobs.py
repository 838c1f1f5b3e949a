"""The jobs that can be requested by name, each safe to be done twice. Nothing else is run."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

import msgspec

from application.settings import Settings
from workers.composition import bots, upkeep
from workers.composition.archivist import archive as archive_tables
from workers.upkeep.rebuild.leaderboard import LeaderboardReport
from workers.upkeep.rebuild.table_list import TableListReport

log = logging.getLogger(__name__)


def rebuild(settings: Settings, model: str = "tables") -> Any:
    """Rebuild a read model from the histories."""
    report = asyncio.run(MODELS[model](settings, None))
    return msgspec.to_builtins(report)


def audit(settings: Settings, requested: str) -> bool:
    """Judge a history again and store the report."""
    return asyncio.run(upkeep.audit(settings, requested))


def scrub(settings: Settings, mode: str = "") -> Any:
    """Check everything in the store; damage is logged and returned. `repair` mends it."""
    report = asyncio.run(upkeep.scrub(settings, repair=mode == "repair"))
    for found in report.damaged:
        log.critical("table %s is damaged: %s", found.table, found.flaw)
    for key in report.keys:
        log.critical("key %s is damaged: %s %s", key.key, key.why, key.action)
    return msgspec.to_builtins(report)


def archive(settings: Settings, name: str) -> int:
    """Move closed tables into the archive; return how many left the store."""
    return asyncio.run(archive_tables(settings, name))


def play_bots(settings: Settings, table: str) -> None:
    """Play for the bots of a table whose game is slow."""
    asyncio.run(bots.play_bots(settings, table))


Report: TypeAlias = TableListReport | LeaderboardReport
MODELS: dict[str, Callable[[Settings, int | None], Coroutine[Any, Any, Report]]]
MODELS = {
    "tables": upkeep.rebuild_table_list,
    "leaderboard": upkeep.rebuild_leaderboard,
}
JOBS: dict[str, Callable[..., Any]] = {
    "rebuild": rebuild,
    "audit": audit,
    "scrub": scrub,
    "archive": archive,
    "play_bots": play_bots,
}
