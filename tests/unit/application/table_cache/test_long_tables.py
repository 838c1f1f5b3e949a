"""A cold table is folded some events at a time, and others may look at it meanwhile."""

from collections.abc import Coroutine
from typing import Any

import pytest

from application import table_cache
from application.table_cache import TableCache
from domain.judging.live_table import LiveTable
from tests.support.memory_server import MemoryServer

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_cache, "PAGE_SIZE", 4)


def finding(process: TableCache, house: MemoryServer) -> Coroutine[Any, Any, LiveTable]:
    return process.find(house.table)


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
    house = MemoryServer()
    await house.opened()
    assert to_the_end(finding(house.process(), house))[0] == 0
    await house.started()
    known = await house.live()
    pauses, live = to_the_end(finding(house.there, house))
    assert pauses == (known.version - 1) // 4 > 1
    assert (live.version, live.head, live.state) == (known.version, known.head, known.state)


@pytest.mark.parametrize("first_comes_last", [False, True])
async def test_two_who_look_at_once_know_the_newer(first_comes_last: bool) -> None:
    house = MemoryServer()
    await house.started()
    first = finding(house.there, house)
    first.send(None)  # it has read the history as it is now
    await house.play()
    second = finding(house.there, house)
    second.send(None)
    order = (second, first) if first_comes_last else (first, second)
    (_, one), (_, other) = [to_the_end(each) for each in order]
    known = await house.live()
    assert one is other
    assert (one.version, one.head, one.state) == (known.version, known.head, known.state)
