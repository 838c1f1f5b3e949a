"""Tables in a real store, played at random through `application.handle`."""

from random import Random

from application.handle import handle
from application.table_cache import TableCache
from domain.judging.actors import ByPlayer
from domain.judging.decision_clock import awaited, game_of
from domain.judging.live_table import LiveTable
from domain.table.commands import OpenTable
from domain.table.state import Running
from tests.bench.servers.histories import player
from tests.support.tables.party import GAME, Party


async def started(
    tables: TableCache, seats: int, game: str = GAME, *, length: int = 0
) -> LiveTable:
    """Start a table that had so many events before."""
    party = Party(tables, "", [player(seat) for seat in range(seats)])
    live = await party.open(OpenTable(game, seats=seats))
    await party.fill()
    await party.lengthen(length)
    await party.start()
    return live


async def move(tables: TableCache, live: LiveTable, rng: Random) -> None:
    """Play by what this process knows, without a question to the store."""
    assert isinstance(live.state, Running)
    seat = min(awaited(live.state))
    command = rng.choice(game_of(live.state).legal(live.state.play, seat))
    await handle(tables, live.table, ByPlayer(player(seat)), command)


async def finished(tables: TableCache, seats: int, rng: Random, game: str = GAME) -> LiveTable:
    live = await started(tables, seats, game)
    while isinstance(live.state, Running):
        await move(tables, live, rng)
    return live
