"""The jobs that can be requested by name, each safe to be done twice. Nothing else is run."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeAlias

import msgspec

from application.settings import Settings
from workers.composition import upkeep
from workers.composition.bot_player import BotPlayer
from workers.rebuild.leaderboard import LeaderboardReport
from workers.rebuild.table_list import TableListReport

log = logging.getLogger(__name__)


def rebuild(model: str = "tables") -> Any:
    """Rebuild a read model from the histories."""
    report = asyncio.run(MODELS[model](Settings.from_environment(), None))
    return msgspec.to_builtins(report)


def audit(requested: str) -> bool:
    """Judge a history again and store the report."""
    return asyncio.run(upkeep.audit(Settings.from_environment(), requested))


def scrub(mode: str = "") -> Any:
    """Check everything in the store; damage is logged and returned. `repair` mends it."""
    settings = Settings.from_environment()
    report = asyncio.run(upkeep.scrub(settings, repair=mode == "repair"))
    for found in report.damaged:
        log.critical("table %s is damaged: %s", found.table, found.flaw)
    for key in report.keys:
        log.critical("key %s is damaged: %s %s", key.key, key.why, key.action)
    return msgspec.to_builtins(report)


_bot_players: list[BotPlayer] = []  # at most one, kept from job to job


def play_bots() -> int:
    """Play at the tables that wait for a bot, in turn; return how many moves were stored."""
    if not _bot_players:
        _bot_players.append(BotPlayer(Settings.from_environment()))
    try:
        return _bot_players[0].play()
    except BaseException:
        close_bot_player()  # the next job begins with a new one
        raise


def close_bot_player() -> None:
    while _bot_players:
        with suppress(Exception):
            _bot_players.pop().close()


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
    "play_bots": play_bots,
}
