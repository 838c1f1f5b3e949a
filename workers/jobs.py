"""The chores: what may be asked for by name, each safe to be done twice. Nothing else is run."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from workers import rebuild as shelf
from workers.settings import Settings


def rebuild() -> Any:
    """Make the list of tables anew from the histories."""
    report = asyncio.run(shelf.rebuild(Settings.from_environment().store()))
    return msgspec.to_builtins(report)


JOBS: dict[str, Callable[..., Any]] = {"rebuild": rebuild}
