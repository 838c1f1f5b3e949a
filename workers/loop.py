"""How loops run: until SIGTERM or SIGINT, through times without a store, and after failures."""

import asyncio
import logging
import signal
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from application.event_loop.health import HEALTH
from application.event_loop.share import Share
from application.event_loop.slices import LOOP
from application.lib.backoff import Backoff

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # seconds; deadlines must not wait longer
WELL_SECONDS = 5.0  # a loop that ran so long has started well

log = logging.getLogger(__name__)


def run_until_signal(main: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine; a signal cancels it and ends the process normally."""
    asyncio.run(_cancelled_by_signal(main))


async def _cancelled_by_signal(main: Coroutine[Any, Any, None]) -> None:
    task = asyncio.ensure_future(main)
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, task.cancel)
    await asyncio.wait([task])
    if not task.cancelled():
        task.result()


def until_signal(serve: Callable[[], None], stop: Callable[[], None]) -> None:
    """Run a blocking server; SIGTERM and SIGINT stop it."""

    def stop_it(*_: object) -> None:
        threading.Thread(target=stop).start()  # it waits for the server, which waits for us

    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, stop_it)
    serve()


async def keep_running(name: str, run: Callable[[], Awaitable[None]]) -> None:
    """Run a loop until cancelled; start it again after a failure, not too often."""
    LOOP.set(name)
    backoff, clock = Backoff(FIRST_PAUSE, LONGEST_PAUSE), asyncio.get_running_loop().time
    while True:
        began = clock()
        HEALTH.running[name] = True
        try:
            await run()
        except Exception:
            HEALTH.failures[name] += 1
            HEALTH.running[name] = False
            if clock() - began >= WELL_SECONDS:
                backoff.reset()
            pause = backoff.next()
            log.exception("the loop %s has failed; it starts again in %.1f s", name, pause)
            await asyncio.sleep(pause)


async def repeat(
    step: Callable[[], Awaitable[object]],
    store_errors: tuple[type[Exception], ...],
    longest_pause: float = LONGEST_PAUSE,
) -> None:
    """Repeat a step until cancelled; pause when the store does not respond.

    Between two steps others get their share of the event loop.
    """
    backoff, share = Backoff(FIRST_PAUSE, longest_pause), Share()
    while True:
        try:
            await step()
            backoff.reset()
            await share.rest()
        except store_errors as failure:
            pause = backoff.next()
            log.warning("the store does not respond (%s); next attempt in %.1f s", failure, pause)
            await asyncio.sleep(pause)
