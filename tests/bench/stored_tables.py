"""Tables in a real store, played through `application.handle`."""

from random import Random

from application.handle import handle
from application.open_table import open_table
from application.table_cache import TableCache
from domain.games import GAMES
from domain.judging.actors import ByPlayer
from domain.judging.decision_clock import awaited, game_of
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Seat
from domain.table.commands import Leave, OpenTable, Sit, Start
from domain.table.state import Running
from tests.bench.histories import player

GAME = "gumball_rally"


async def open_and_fill(tables: TableCache, seats: int, game: str = GAME) -> LiveTable:
    """Open a table and take all its seats, without starting it."""
    live = await open_table(tables, ByPlayer(player(0)), OpenTable(game, "", {}, seats))
    for seat in range(seats):
        await sit(tables, live, seat)
    return live


async def sit(tables: TableCache, live: LiveTable, seat: Seat) -> None:

    await handle(tables, live.table, ByPlayer(player(seat)), Sit())


async def lengthen(tables: TableCache, live: LiveTable, length: int) -> None:
    """Let one player leave and sit down again until the history has this length."""
    last = GAMES[GAME].seats[0] - 1
    while live.version < length:
        await handle(tables, live.table, ByPlayer(player(last)), Leave(last))
        await sit(tables, live, last)


async def start(tables: TableCache, live: LiveTable) -> None:
    await handle(tables, live.table, ByPlayer(player(0)), Start())


async def move(tables: TableCache, live: LiveTable, rng: Random) -> None:
    assert isinstance(live.state, Running)
    seat = min(awaited(live.state))
    command = rng.choice(game_of(live.state).legal(live.state.play, seat))
    await handle(tables, live.table, ByPlayer(player(seat)), command)


async def finish(tables: TableCache, live: LiveTable, rng: Random) -> None:
    while isinstance(live.state, Running):
        await move(tables, live, rng)
