"""Listens to one server of a cluster for changes of its feeds.

No command can wait for keys of several slots. But a connection that announces copies of keys
(`CLIENT TRACKING`) gets a message when one of them changes, in any slot.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from redis.exceptions import ResponseError

from application.lib.backoff import Backoff
from store.client.connection import CONNECTION_ERRORS, connection_settings
from store.keyspace import FEEDS

TRACKING = ("CLIENT", "TRACKING", "ON", "BCAST", *(w for f in FEEDS for w in ("PREFIX", f)))
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
PARTITION_OF = {feed.encode(): p for p, feed in enumerate(FEEDS)}
ALL_PARTITIONS = range(len(FEEDS))


class InvalidationListener:
    def __init__(self, url: str, seconds: float, changed: Callable[[Iterable[int]], None]) -> None:
        """`changed` is called with the partitions whose feeds may have grown."""
        kind, arguments = connection_settings(url, seconds)
        self._connection: Any = kind(**{**arguments, "protocol": 3})
        self._changed = changed
        self._task = asyncio.get_running_loop().create_task(self._listen())
        self.active = False  # while it is not, the feeds must be polled

    async def aclose(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        with suppress(*CONNECTION_ERRORS):
            await self._connection.disconnect(nowait=True)

    async def _listen(self) -> None:
        backoff = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
        while True:
            try:
                await self._subscribe()
                backoff.reset()
                while True:
                    await self._connection.read_response(push_request=True)
            except CONNECTION_ERRORS:
                self.active = False
                await self._connection.disconnect(nowait=True)
                await asyncio.sleep(backoff.next())

    async def _subscribe(self) -> None:
        await self._connection.connect()
        self._connection._parser.set_invalidation_push_handler(self._on_invalidation)
        await self._connection.send_command(*TRACKING)
        with suppress(ResponseError):  # not permitted: the feeds are polled
            await self._connection.read_response()
            self.active = True
        self._changed(ALL_PARTITIONS)  # messages before the connection were missed

    async def _on_invalidation(self, push: Any) -> None:
        keys = push[1]
        if keys is None:
            self._changed(ALL_PARTITIONS)
        else:
            self._changed([PARTITION_OF[key] for key in keys if key in PARTITION_OF])
