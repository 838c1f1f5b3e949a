"""How a worker runs: until SIGTERM or SIGINT, and through times without a store."""

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from application.logging import configure_logging
from application.ports.event_log import OutcomeUnknown, StoreUnavailable
from store.client.connection import LOST
from store.client.pipeline import FateUnknown

TROUBLE = (StoreUnavailable, OutcomeUnknown, FateUnknown, *LOST)
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0

log = logging.getLogger(__name__)


def until_told(main: Coroutine[Any, Any, None]) -> None:
    """Run it; a signal cancels it, and that is a good end."""
    configure_logging(logging.INFO)
    asyncio.run(_cancellable(main))


async def _cancellable(main: Coroutine[Any, Any, None]) -> None:
    task = asyncio.ensure_future(main)
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, task.cancel)
    await asyncio.wait([task])
    if not task.cancelled():
        task.result()


def nothing() -> None:
    """There is nothing to be made good."""


async def for_ever(
    step: Callable[[], Awaitable[object]],
    longest_pause: float = LONGEST_PAUSE,
    make_good: Callable[[], None] = nothing,
) -> None:
    """Step after step; when the store cannot be reached, wait, make good what failed, and go on."""
    pause = FIRST_PAUSE
    while True:
        try:
            await step()
            pause = FIRST_PAUSE
        except TROUBLE as trouble:
            log.warning("the store is away (%s); trying again in %.1f s", trouble, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, longest_pause)
            make_good()
