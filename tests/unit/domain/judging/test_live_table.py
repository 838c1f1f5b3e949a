"""A table that is restored from its history; a damaged history is rejected."""

import pytest
from msgspec.structs import replace

from domain.judging.live_table import ChainBroken, LiveTable, restored
from domain.table.state import Running
from tests.support.tables.memory_table import MemoryServer

pytestmark = pytest.mark.anyio


async def test_entries_already_known_or_after_a_gap_are_not_folded() -> None:
    server = MemoryServer()
    await server.started()
    history = await server.stored()
    live = LiveTable(server.table, history.seed)
    assert not live.catch_up(history.entries[1:])
    assert live.catch_up(history.entries[:3])
    assert not live.catch_up(history.entries[:3])
    assert live.version == history.entries[2].last
    assert live.catch_up(history.entries)
    assert live.head == history.head


async def test_a_table_catches_up_in_steps_of_some_events() -> None:
    server = MemoryServer()
    await server.started()
    history = await server.stored()
    live, whole = LiveTable(server.table, history.seed), restored(server.table, history)
    ends = {entry.last for entry in history.entries}
    before = 0
    for is_whole in live.catch_up_by(4, history.entries):
        assert live.version in ends | {before}
        assert is_whole == (live.version > before)
        before = live.version
    assert (live.state, live.head, live.at) == (whole.state, history.head, whole.at)
    assert list(live.catch_up_by(4, history.entries)) == []


async def test_a_table_never_goes_back() -> None:
    server = MemoryServer()
    await server.started()
    live = await server.live()
    version = live.version
    live.advance(version - 1, b"", 0, live.state)
    assert live.version == version
    assert isinstance(live.state, Running)


@pytest.mark.parametrize("place", [0, 1, 2, -1])
async def test_a_history_with_a_changed_byte_is_refused(place: int) -> None:
    server = MemoryServer()
    await server.started()
    history = await server.stored()
    entries = list(history.entries)
    *others, last = entries[place].events
    changed = last.replace(b"T12:00:00.000Z", b"T12:00:00.001Z")
    assert changed != last
    entries[place] = replace(entries[place], events=(*others, changed))
    with pytest.raises(ChainBroken):
        restored(server.table, replace(history, entries=tuple(entries)))


async def test_a_history_that_lost_its_end_or_its_seed_is_refused() -> None:
    server = MemoryServer()
    await server.started()
    history = await server.stored()
    with pytest.raises(ChainBroken):
        restored(server.table, replace(history, entries=history.entries[:-1]))
    with pytest.raises(ChainBroken):
        restored(server.table, replace(history, seed=bytes(32)))
    with pytest.raises(ChainBroken):
        restored("b" * 26, history)
