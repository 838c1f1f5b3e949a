"""The cache: what it evicts and how it catches up."""

import pytest

from domain.judging.live_table import restored
from domain.kernel.refusals import Rejected
from domain.table.commands import Sit
from tests.support.players.people import ANNE
from tests.support.tables.memory_table import MemoryServer
from tests.support.tables.table_spec import by

pytestmark = pytest.mark.anyio


async def test_a_table_is_loaded_once_and_then_known() -> None:
    server = MemoryServer()
    await server.started()
    first = await server.there.find(server.table)
    assert await server.there.find(server.table) is first
    assert server.there.cached == 1


async def test_an_unknown_table_is_refused() -> None:
    with pytest.raises(Rejected, match="no_such_table"):
        await MemoryServer().here.find("a" * 26)


async def test_the_least_recently_used_table_is_forgotten() -> None:
    server = MemoryServer()
    small = server.process(capacity=2)
    one, two, three = [await server.opened() for _ in range(3)]
    first = await small.find(one)
    second = await small.find(two)
    await small.find(one)
    await small.find(three)
    assert small.cached == 2
    assert await small.find(one) is first
    assert await small.find(two) is not second


async def test_what_is_forgotten_is_read_again_as_it_was() -> None:
    server = MemoryServer()
    await server.started()
    live = await server.live()
    again = restored(server.table, await server.stored())
    assert (again.version, again.head, again.at, again.state) == (
        live.version,
        live.head,
        live.at,
        live.state,
    )


async def test_a_known_table_is_caught_up_when_it_must_be_fresh() -> None:
    server = MemoryServer()
    await server.opened()
    elsewhere = await server.there.find(server.table)
    await server.ask(by(ANNE), Sit())
    assert elsewhere.version == 1
    assert (await server.there.fresh(server.table)).version == 2
    assert elsewhere.head == (await server.live()).head


async def test_refreshing_returns_whether_there_was_anything_new() -> None:
    server = MemoryServer()
    await server.opened()
    elsewhere = await server.there.find(server.table)
    assert not await server.there.refresh(elsewhere)
    await server.ask(by(ANNE), Sit())
    assert await server.there.refresh(elsewhere)
