"""A cold table is folded a few events at a time, so that other tasks can run."""

import asyncio
import itertools
from collections.abc import Coroutine
from typing import Any

import pytest

from application.lib import slices
from application.table_cache import TableCache
from domain.judging.live_table import LiveTable
from domain.judging.stored import Stored
from domain.kernel.ids import TableId
from tests.support.tables.memory_table import MemoryServer

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "SLICE", 4)


def finding(process: TableCache, server: MemoryServer) -> Coroutine[Any, Any, LiveTable]:
    return process.find(server.table)


def to_the_end(found: Coroutine[Any, Any, LiveTable]) -> tuple[int, LiveTable]:
    """How often others were let in, and what was found."""
    pauses = 0
    while True:
        try:
            found.send(None)
        except StopIteration as done:
            return pauses, done.value
        pauses += 1


async def test_others_are_let_in_between_any_few_events() -> None:
    server = MemoryServer()
    await server.opened()
    assert to_the_end(finding(server.process(), server))[0] == 0
    await server.started()
    known = await server.live()
    pauses, live = to_the_end(finding(server.there, server))
    assert pauses == (known.version - 1) // 4 > 1
    assert (live.version, live.head, live.state) == (known.version, known.head, known.state)


async def test_a_table_that_many_look_for_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    server = MemoryServer()
    await server.started()
    loads, load = itertools.count(), server.log.load

    async def counted(table: TableId) -> Stored | None:
        next(loads)
        return await load(table)

    monkeypatch.setattr(server.log, "load", counted)
    found = await asyncio.gather(*[finding(server.there, server) for _ in range(20)])
    assert next(loads) == 1
    assert len(set(map(id, found))) == 1


async def test_a_reader_who_waits_for_another_sees_what_was_stored_meanwhile() -> None:
    server = MemoryServer()
    await server.started()
    first = finding(server.there, server)
    first.send(None)  # it has read the history as it is now
    await server.play()
    second = asyncio.create_task(server.there.fresh(server.table))
    await asyncio.sleep(0)
    _, old = to_the_end(first)
    known, new = await server.live(), await second
    assert new is old
    assert (new.version, new.head, new.state) == (known.version, known.head, known.state)


async def test_a_load_that_fails_is_tried_again_by_those_who_wait() -> None:
    server = MemoryServer()
    await server.started()
    first = finding(server.there, server)
    first.send(None)
    second = asyncio.create_task(server.there.find(server.table))
    await asyncio.sleep(0)
    first.close()
    assert (await second).version == (await server.live()).version
