"""The chores: what may be asked for by name, each safe to be done twice. Nothing else is run."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from workers import bots
from workers import rebuild as shelf
from workers.settings import Settings


def rebuild() -> Any:
    """Make the list of tables anew from the histories."""
    report = asyncio.run(shelf.rebuild(Settings.from_environment().store()))
    return msgspec.to_builtins(report)


def bot_move(table: str) -> int:
    """Play for the bots of this table while they are asked; tells how often they moved."""
    return bots.move(Settings.from_environment().store(), table)


JOBS: dict[str, Callable[..., Any]] = {"rebuild": rebuild, "bot_move": bot_move}
