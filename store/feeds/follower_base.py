"""Whoever waits for a table is woken when it has gone on; how that is heard of, others know."""

import asyncio
from abc import ABC, abstractmethod
from contextlib import suppress

from redis.exceptions import RedisError

from application.ports.event_log import StoreUnavailable
from domain.kernel.ids import TableId
from store import keyspace
from store.client.base import StoreClient
from store.client.connection import CONNECTION_ERRORS

BLOCK_SECONDS = 5.0
BREATH = 0.002  # seconds between two looks: what comes meanwhile comes together
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
MOST_REMEMBERED = 50_000  # tables


class FollowerBase(ABC):
    def __init__(self, client: StoreClient) -> None:
        self._client = client
        self._task: asyncio.Task[None] | None = None
        self._released = False
        self._wanted = asyncio.Event()  # somebody waits
        self._versions: dict[TableId, int] = {}  # last seen; empty after a possible gap
        self._waiters: dict[TableId, dict[asyncio.Future[None], int]] = {}

    def start(self) -> None:
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._follow())

    def release(self) -> None:
        """Let go of everybody who waits, now and from now on: the process is about to end."""
        self._released = True
        self._wake_everyone()

    async def aclose(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        self.release()
        await self._client.aclose()

    async def wait(self, table: TableId, version: int, timeout: float) -> bool:
        """True as soon as the table may be past `version`, False when `timeout` is over."""
        if self._released:
            return False
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.setdefault(table, {})[waiter] = version
        self._wanted.set()
        try:
            async with asyncio.timeout(timeout):
                await self._learn(table)
                await waiter
                return True
        except TimeoutError:
            return False
        finally:
            self._forget(table, waiter)

    async def _learn(self, table: TableId) -> None:
        """Where the table stands: a commit may have come before anyone waited for it."""
        if table in self._versions:
            self._hear(table, self._versions[table])
            return
        with suppress(StoreUnavailable, RedisError):  # asked again once the store is back
            await self._look_up([table])

    async def _look_up(self, tables: list[TableId]) -> None:
        asked = [("HGET", keyspace.meta(table), "v") for table in tables]
        for table, version in zip(tables, await self._client.execute_all(asked), strict=True):
            self._hear(table, int(version or 0))

    async def _follow(self) -> None:
        pause = FIRST_PAUSE
        while True:
            await self._wanted.wait()
            try:
                await self._find_ends()
                pause = FIRST_PAUSE
                while self._waiters:
                    await self._read_on()
                self._wanted.clear()
                self._versions.clear()
            except (StoreUnavailable, *CONNECTION_ERRORS):
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    @abstractmethod
    async def _find_ends(self) -> None:
        """Begin at the end of every feed; for those who wait, look up what came before."""

    @abstractmethod
    async def _read_on(self) -> None:
        """Hear of what has come since; if nothing has, wait for it a while."""

    def _hear(self, table: TableId, version: int) -> None:
        version = max(version, self._versions.pop(table, 0))
        self._versions[table] = version  # the youngest stands last
        if len(self._versions) > MOST_REMEMBERED:
            del self._versions[next(iter(self._versions))]
        for waiter, known in self._waiters.get(table, {}).items():
            if version > known and not waiter.done():
                waiter.set_result(None)

    def _wake_everyone(self) -> None:
        for waiters in self._waiters.values():
            for waiter in waiters:
                if not waiter.done():
                    waiter.set_result(None)

    def _forget(self, table: TableId, waiter: "asyncio.Future[None]") -> None:
        waiters = self._waiters[table]
        del waiters[waiter]
        if not waiters:
            del self._waiters[table]
