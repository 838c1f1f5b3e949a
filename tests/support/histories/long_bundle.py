"""A bundle about as long as people play: a championship at random, until it has enough events."""

import asyncio

from application.handle import handle
from application.open_table import open_table
from application.table_cache import TableCache
from application.world import new_id
from domain.judging.actors import ByPlayer
from domain.judging.decision_clock import awaited, game_of
from domain.judging.live_table import LiveTable
from domain.kernel.ids import TableId
from domain.table.commands import Leave, OpenTable, Sit, Start
from domain.table.state import Running
from tests.support.histories.bundles import told
from tests.support.players.fixed_world import FixedWorld
from tests.support.stores.memory_log import MemoryLog

GAME, SEATS = "gasterospeed", 6


def long_bundle(events: int) -> bytes:
    """Return the bundle of a table with at least so many events."""
    return asyncio.run(_played(events))


async def _played(events: int) -> bytes:
    tables, table = await long_championship(events)
    stored = await tables.log.load(table)
    assert stored is not None
    return told(table, stored)


async def long_championship(events: int) -> tuple[TableCache, TableId]:
    """Play a championship until it has so many events, then let everybody leave."""
    world = FixedWorld(name="long")
    tables = TableCache(MemoryLog(world.now), world)
    players = [new_id(world) for _ in range(SEATS)]
    host = ByPlayer(players[0])
    live = await open_table(tables, host, OpenTable(GAME, seats=SEATS, clock=None))
    for player in players:
        await handle(tables, live.table, ByPlayer(player), Sit())
    await handle(tables, live.table, host, Start())
    while live.version < events:
        await _move(tables, live, players)
    for seat, player in enumerate(players):
        await handle(tables, live.table, ByPlayer(player), Leave(seat))
    return tables, live.table


async def _move(tables: TableCache, live: LiveTable, players: list[str]) -> None:
    """Let the first seat that is asked move; its choice depends on the number of events."""
    state = live.state
    assert isinstance(state, Running)
    seat = min(awaited(state))
    actions = game_of(state).legal(state.play, seat)
    choice = actions[live.version % len(actions)]
    await handle(tables, live.table, ByPlayer(players[seat], seat), choice)
