"""An ear at one server: it is told which feeds change there, by the server, as they do.

No command can wait for keys of several slots. But whoever says that he keeps copies of keys
(`CLIENT TRACKING`) is told when they change, whatever their slot, and nothing while they do not.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from redis.exceptions import ResponseError

from store.client.connection import CONNECTION_ERRORS, connection_settings
from store.keyspace import FEEDS

TRACKING = ("CLIENT", "TRACKING", "ON", "BCAST", *(w for f in FEEDS for w in ("PREFIX", f)))
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
PLACES = {feed.encode(): p for p, feed in enumerate(FEEDS)}
EVERY = range(len(FEEDS))


class InvalidationListener:
    def __init__(self, url: str, changed: Callable[[Iterable[int]], None]) -> None:
        """`changed` is called with the partitions whose feeds may have grown."""
        kind, how = connection_settings(url)
        self._connection: Any = kind(**{**how, "protocol": 3})
        self._changed = changed
        self._task = asyncio.get_running_loop().create_task(self._listen())
        self.hears = False  # if not, one has to look

    async def aclose(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        with suppress(*CONNECTION_ERRORS):
            await self._connection.disconnect(nowait=True)

    async def _listen(self) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                await self._begin()
                pause = FIRST_PAUSE
                while True:
                    await self._connection.read_response(push_request=True)
            except CONNECTION_ERRORS:
                self.hears = False
                await self._connection.disconnect(nowait=True)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _begin(self) -> None:
        await self._connection.connect()
        self._connection._parser.set_invalidation_push_handler(self._told)
        await self._connection.send_command(*TRACKING)
        with suppress(ResponseError):  # a server that does not speak has to be looked at
            await self._connection.read_response()
            self.hears = True
        self._changed(EVERY)  # what came before was not heard

    async def _told(self, push: Any) -> None:
        keys = push[1]
        self._changed(EVERY if keys is None else [PLACES[k] for k in keys if k in PLACES])
