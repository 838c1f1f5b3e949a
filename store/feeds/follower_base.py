"""Wakes tasks that wait for a table to advance. Subclasses read the feeds."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress

from redis.exceptions import RedisError

from application.lib.backoff import Backoff
from application.ports.event_log import StoreUnavailable
from application.ports.feeds import Follower
from domain.kernel.ids import TableId
from store import keyspace
from store.client.base import StoreClient
from store.client.connection import CONNECTION_ERRORS

BLOCK_SECONDS = 5.0
SHORTEST_GATHERING = 0.002  # seconds between two reads: commits of that time are read together
LONGEST_GATHERING = 0.02  # while all commits come from this process, which knows them already
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
MOST_REMEMBERED = 50_000  # tables


class FollowerBase(Follower, ABC):
    def __init__(self, client: StoreClient) -> None:
        self._client = client
        self.gaps = 0
        self._task: asyncio.Task[None] | None = None
        self._released = False
        self._has_waiters = asyncio.Event()
        self._versions: dict[TableId, int] = {}  # last seen; empty after a possible gap
        self._waiters: dict[TableId, dict[asyncio.Future[None], int]] = {}
        self._followed: dict[TableId, list[Callable[[int], bool]]] = {}
        self._gathering = SHORTEST_GATHERING
        self._has_news = False  # whether anything was read that was not known

    def start(self) -> None:
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._follow())

    def release(self) -> None:
        self._released = True
        for waiters in self._waiters.values():
            for waiter in waiters:
                _wake(waiter)

    async def aclose(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        self.release()
        await self._client.aclose()

    async def wait(self, table: TableId, version: int, timeout: float) -> bool:
        if self._released:
            return False
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.setdefault(table, {})[waiter] = version
        self._has_waiters.set()
        try:
            async with asyncio.timeout(timeout):
                await self._check(table)
                await waiter
                return True
        except TimeoutError:
            return False
        finally:
            self._remove_waiter(table, waiter)

    async def follow(self, table: TableId, heard: Callable[[int], bool]) -> None:
        self._followed.setdefault(table, []).append(heard)
        self._has_waiters.set()
        await self._check(table)

    def unfollow(self, table: TableId, heard: Callable[[int], bool]) -> None:
        followers = self._followed[table]
        followers.remove(heard)
        if not followers:
            del self._followed[table]

    def _wanted(self) -> list[TableId]:
        """Return the tables that anybody waits for or follows."""
        return [*self._waiters, *(table for table in self._followed if table not in self._waiters)]

    async def _check(self, table: TableId) -> None:
        """Wake the waiters of a table whose commit came before they waited for it."""
        if table in self._versions:
            self._advanced(table, self._versions[table])
            return
        with suppress(StoreUnavailable, RedisError):  # checked again when the store is back
            await self._fetch_versions([table])

    async def _fetch_versions(self, tables: list[TableId]) -> None:
        commands = [("HGET", keyspace.meta(table), "v") for table in tables]
        for table, version in zip(tables, await self._client.execute_all(commands), strict=True):
            self._advanced(table, int(version or 0))

    async def _follow(self) -> None:
        backoff = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
        while True:
            await self._has_waiters.wait()
            try:
                await self._seek_to_end()
                backoff.reset()
                while self._waiters or self._followed:
                    await self._read_new()
                self._has_waiters.clear()
                self._versions.clear()
            except (StoreUnavailable, *CONNECTION_ERRORS):
                await asyncio.sleep(backoff.next())

    @abstractmethod
    async def _seek_to_end(self) -> None:
        """Begin at the end of every feed; fetch the versions of the tables with waiters."""

    @abstractmethod
    async def _read_new(self) -> None:
        """Read the commits since the last read; wait a while if there are none."""

    async def _gather(self) -> None:
        """Let commits gather before the next read, the longer the less the last ones told."""
        if self._has_news or self._waiters:
            self._gathering = SHORTEST_GATHERING
        else:
            self._gathering = min(2 * self._gathering, LONGEST_GATHERING)
        self._has_news = False
        await asyncio.sleep(self._gathering)

    def _advanced(self, table: TableId, version: int) -> None:
        """Remember the version of a table and wake those who wait for it."""
        version = max(version, self._versions.pop(table, 0))
        self._versions[table] = version  # the newest is the last, so the oldest is forgotten first
        if len(self._versions) > MOST_REMEMBERED:
            del self._versions[next(iter(self._versions))]
        for waiter, known in self._waiters.get(table, {}).items():
            if version > known:
                _wake(waiter)
        for heard in self._followed.get(table, ()):
            if heard(version):
                self._has_news = True

    def _remove_waiter(self, table: TableId, waiter: "asyncio.Future[None]") -> None:
        waiters = self._waiters[table]
        del waiters[waiter]
        if not waiters:
            del self._waiters[table]


def _wake(waiter: "asyncio.Future[None]") -> None:
    if not waiter.done():
        waiter.set_result(None)
