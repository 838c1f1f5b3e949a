"""The chores: what may be asked for by name, each safe to be done twice. Nothing else is run."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from application import audit_stored
from application.worker_settings import Settings
from workers import bots
from workers import scrub as store
from workers.rebuild import table_list as shelf
from workers.rebuild.leaderboard import RankingReport, rerank
from workers.rebuild.table_list import Report

log = logging.getLogger(__name__)


def rebuild(model: str = "shelf") -> Any:
    """Make a read model anew from the histories."""
    report = asyncio.run(MODELS[model](Settings.from_environment().store()))
    return msgspec.to_builtins(report)


def bot_move(table: str) -> int:
    """Play for the bots of this table while they are asked; tells how often they moved."""
    return bots.move(Settings.from_environment().store(), table)


def audit(asked: str) -> bool:
    """Judge a history again, for whoever asked."""
    return asyncio.run(audit_stored.audit(Settings.from_environment().store(), asked))


def scrub() -> Any:
    """Look at every table in the store; what is damaged is named in the log and in the result."""
    report = asyncio.run(store.scrub(Settings.from_environment().store()))
    for found in report.damaged:
        log.critical("table %s is damaged: %s", found.table, found.flaw)
    return msgspec.to_builtins(report)


MODELS: dict[str, Callable[[str], Coroutine[Any, Any, Report | RankingReport]]] = {
    "shelf": shelf.rebuild,
    "ranking": rerank,
}
JOBS: dict[str, Callable[..., Any]] = {
    "rebuild": rebuild,
    "audit": audit,
    "scrub": scrub,
    "bot_move": bot_move,
}
