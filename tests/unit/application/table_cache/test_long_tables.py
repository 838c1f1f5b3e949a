"""A cold table is folded a few events at a time, so that other tasks can run."""

from collections.abc import Coroutine
from typing import Any

import pytest

from application import slices
from application.table_cache import TableCache
from domain.judging.live_table import LiveTable
from tests.support.memory_server import MemoryServer

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


@pytest.mark.parametrize("first_comes_last", [False, True])
async def test_two_who_look_at_once_know_the_newer(first_comes_last: bool) -> None:
    server = MemoryServer()
    await server.started()
    first = finding(server.there, server)
    first.send(None)  # it has read the history as it is now
    await server.play()
    second = finding(server.there, server)
    second.send(None)
    order = (second, first) if first_comes_last else (first, second)
    (_, one), (_, other) = [to_the_end(each) for each in order]
    known = await server.live()
    assert one is other
    assert (one.version, one.head, one.state) == (known.version, known.head, known.state)
