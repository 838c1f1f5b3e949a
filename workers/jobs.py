"""The chores: what may be asked for by name, each safe to be done twice. Nothing else is run."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from workers import bots
from workers import rebuild as shelf
from workers.rebuild import Report
from workers.rerank import RankingReport, rerank
from workers.settings import Settings


def rebuild(model: str = "shelf") -> Any:
    """Make a read model anew from the histories."""
    report = asyncio.run(MODELS[model](Settings.from_environment().store()))
    return msgspec.to_builtins(report)


def bot_move(table: str) -> int:
    """Play for the bots of this table while they are asked; tells how often they moved."""
    return bots.move(Settings.from_environment().store(), table)


MODELS: dict[str, Callable[[str], Coroutine[Any, Any, Report | RankingReport]]] = {
    "shelf": shelf.rebuild,
    "ranking": rerank,
}
JOBS: dict[str, Callable[..., Any]] = {"rebuild": rebuild, "bot_move": bot_move}
