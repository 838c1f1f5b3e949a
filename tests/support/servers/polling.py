"""Waiting for what another task, thread or process does."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from httpx._config import DEFAULT_TIMEOUT_CONFIG

PATIENCE = 120.0  # seconds; the one limit of all waits: a busy machine is slow, not broken
PROGRAM_SECONDS = 10 * PATIENCE  # the limit of a program that a test runs to its end
PAUSE = 0.02


def until(condition: Callable[[], Any]) -> Any:
    """Return the first true value of `condition`."""
    deadline = time.monotonic() + PATIENCE
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {PATIENCE:g} s")
        time.sleep(PAUSE)
    return value


def let_clients_wait() -> None:
    """Let httpx wait as long for a server as `until` does; its default is 5 s."""
    for phase in ("connect", "read", "write", "pool"):
        setattr(DEFAULT_TIMEOUT_CONFIG, phase, PATIENCE)


async def eventually(condition: Callable[[], Awaitable[Any]]) -> Any:
    """Return the first true value of `condition`, which awaits."""
    async with asyncio.timeout(PATIENCE):
        while not (value := await condition()):
            await asyncio.sleep(PAUSE)
    return value
