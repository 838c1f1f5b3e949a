"""Waiting for what another task, thread or process does."""

import asyncio
import time
from collections.abc import Callable
from functools import cache
from inspect import isawaitable
from typing import Any

import httpx
from httpx._config import DEFAULT_TIMEOUT_CONFIG, create_ssl_context
from httpx._transports import default as transports

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


def succeeds(url: str, http: Any = httpx, **options: Any) -> bool:
    """Return whether a GET is answered with 2xx; False also if no server is there."""
    try:
        return bool(http.get(url, **options).is_success)
    except httpx.HTTPError:
        return False


def let_clients_wait() -> None:
    """Let httpx wait as long for a server as `until` does; its default is 5 s.

    Its clients share what they know of certificates: reading them again takes 20 ms of processor
    time, as often as a server is asked whether it is there.
    """
    for phase in ("connect", "read", "write", "pool"):
        setattr(DEFAULT_TIMEOUT_CONFIG, phase, PATIENCE)
    setattr(transports, "create_ssl_context", cache(create_ssl_context))  # noqa: B010


async def eventually(condition: Callable[[], Any]) -> Any:
    """Return the first true value of `condition`, which may be a coroutine function."""
    async with asyncio.timeout(PATIENCE):
        while True:
            value = condition()
            if value := await value if isawaitable(value) else value:
                return value
            await asyncio.sleep(PAUSE)
