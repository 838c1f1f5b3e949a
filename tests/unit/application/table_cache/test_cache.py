"""The cache: what it forgets, how it catches up, and that it believes no damaged history."""

import pytest
from msgspec.structs import replace

from domain.judging.live_table import ChainBroken, LiveTable, restored
from domain.judging.stored import Entry, Stored
from domain.kernel.rejection import Rejected
from domain.table.commands import Sit
from domain.table.state import Running
from tests.support.memory_server import MemoryServer
from tests.support.table_spec import ANNE, asks

pytestmark = pytest.mark.anyio


async def stored(house: MemoryServer) -> Stored:
    history = await house.log.load(house.table)
    assert history is not None
    return history


async def test_a_table_is_loaded_once_and_then_known() -> None:
    house = MemoryServer()
    await house.started()
    first = await house.there.find(house.table)
    assert await house.there.find(house.table) is first
    assert house.there.cached == 1


async def test_an_unknown_table_is_refused() -> None:
    with pytest.raises(Rejected, match="no_such_table"):
        await MemoryServer().here.find("a" * 26)


async def test_the_least_recently_used_table_is_forgotten() -> None:
    house = MemoryServer()
    small = house.process(capacity=2)
    one, two, three = [await house.opened() for _ in range(3)]
    first = await small.find(one)
    second = await small.find(two)
    await small.find(one)
    await small.find(three)
    assert small.cached == 2
    assert await small.find(one) is first
    assert await small.find(two) is not second


async def test_what_is_forgotten_is_read_again_as_it_was() -> None:
    house = MemoryServer()
    await house.started()
    live = await house.live()
    again = restored(house.table, await stored(house))
    assert (again.version, again.head, again.at, again.state) == (
        live.version,
        live.head,
        live.at,
        live.state,
    )


async def test_a_known_table_is_caught_up_when_it_must_be_fresh() -> None:
    house = MemoryServer()
    await house.opened()
    elsewhere = await house.there.find(house.table)
    await house.ask(asks(ANNE), Sit("x", "player"))
    assert elsewhere.version == 1
    assert (await house.there.fresh(house.table)).version == 2
    assert elsewhere.head == (await house.live()).head


async def test_refreshing_tells_whether_there_was_anything_new() -> None:
    house = MemoryServer()
    await house.opened()
    elsewhere = await house.there.find(house.table)
    assert not await house.there.refresh(elsewhere)
    await house.ask(asks(ANNE), Sit("x", "player"))
    assert await house.there.refresh(elsewhere)


async def test_entries_already_known_or_after_a_gap_are_not_folded() -> None:
    house = MemoryServer()
    await house.started()
    history = await stored(house)
    live = LiveTable(house.table, history.seed)
    assert not live.catch_up(history.entries[1:])
    assert live.catch_up(history.entries[:3])
    assert not live.catch_up(history.entries[:3])
    assert live.version == 3
    assert live.catch_up(history.entries)
    assert live.head == history.head


async def test_a_table_never_goes_back() -> None:
    house = MemoryServer()
    await house.started()
    live = await house.live()
    version = live.version
    live.advance(version - 1, b"", 0, live.state)
    assert live.version == version
    assert isinstance(live.state, Running)


@pytest.mark.parametrize("version", [1, 2, 3, 7, 13])
async def test_a_history_with_a_changed_byte_is_refused(version: int) -> None:
    house = MemoryServer()
    await house.started()
    history = await stored(house)
    entry = history.entries[version - 1]
    changed = Entry(version, entry.event.replace(b"T12:00:00.000Z", b"T12:00:00.001Z"))
    assert changed.event != entry.event
    entries = (*history.entries[: version - 1], changed, *history.entries[version:])
    with pytest.raises(ChainBroken):
        restored(house.table, replace(history, entries=entries))


async def test_a_history_that_lost_its_end_or_its_seed_is_refused() -> None:
    house = MemoryServer()
    await house.started()
    history = await stored(house)
    with pytest.raises(ChainBroken):
        restored(house.table, replace(history, entries=history.entries[:-1]))
    with pytest.raises(ChainBroken):
        restored(house.table, replace(history, seed=bytes(32)))
    with pytest.raises(ChainBroken):
        restored("b" * 26, history)
