"""Checks and folds histories in several processes, each with its own connections to the store."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from application.ops.gc_tuning import collect_seldom
from application.settings import Settings
from domain.judging.rows.row import Row
from domain.kernel.ids import TableId
from store.connect import Store
from workers.upkeep.rebuild.rows import folded_rows
from workers.upkeep.scrub.histories import AT_ONCE, CheckedHistory, Histories, batches

T = TypeVar("T")
WORTH_A_PROCESS = 500  # tables; a process takes as long to start as to check some 300


class WorkerPool:
    """Processes that wait for tables."""

    def __init__(self, pool: ProcessPoolExecutor, jobs: int) -> None:
        self._pool = pool
        self.jobs = jobs

    def check(
        self, tables: Sequence[TableId], quick: bool
    ) -> dict[TableId, tuple[asyncio.Future[list[CheckedHistory]], int]]:
        """Begin to check the histories; return for each the future of its chunk, and its place."""
        found = {}
        for chunk in batches(tables, AT_ONCE):
            future = self._begin(_check, chunk, quick)
            found.update({table: (future, place) for place, table in enumerate(chunk)})
        return found

    async def rows(self, tables: Sequence[TableId]) -> list[Row]:
        """Return the rows of these tables; those that cannot be read are left out."""
        return await self._begin(_rows, tables)

    def _begin(self, work: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)


@contextmanager
def worker_pool(settings: Settings, jobs: int) -> Iterator[WorkerPool | None]:
    """Start so many processes, and end them afterwards; None for a single job: do it here."""
    if jobs < 2:
        yield None
        return
    context = multiprocessing.get_context("forkserver")  # a fork would inherit threads and sockets
    context.set_forkserver_preload([__name__])
    pool = ProcessPoolExecutor(jobs, context, _open_store, (settings,))
    try:
        yield WorkerPool(pool, jobs)
    finally:
        pool.shutdown(cancel_futures=True)


def jobs_for(tables: int, wanted: int | None = None) -> int:
    """Return `wanted`, or one process per 500 tables, at most one per core."""
    if wanted is not None:
        return wanted
    return max(1, min(len(os.sched_getaffinity(0)), tables // WORTH_A_PROCESS))


class _Child:
    """What a process keeps from chunk to chunk."""

    def __init__(self, settings: Settings) -> None:
        self.loop = asyncio.Runner()
        self.store = self.loop.run(self._open(settings))

    async def _open(self, settings: Settings) -> Store:
        return Store.of(settings, retrying=True)


_children: list[_Child] = []  # one in each process of the pool


def _open_store(settings: Settings) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends the pool
    collect_seldom()
    _children.append(_Child(settings))


def _check(tables: Sequence[TableId], quick: bool) -> list[CheckedHistory]:
    (child,) = _children
    return child.loop.run(Histories(child.store.log, quick).checked(tables))


def _rows(tables: Sequence[TableId]) -> list[Row]:
    (child,) = _children
    return child.loop.run(folded_rows(child.store.log, tables))
