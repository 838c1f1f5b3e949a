"""Tables of bench players on a real log, through the one path."""

from random import Random

from domain.games import GAMES
from domain.kernel.ids import Seat
from domain.play.handle import handle, open_table
from domain.play.judge import Asker
from domain.play.question import awaited
from domain.play.tables import Live, Tables
from domain.table.commands import Leave, OpenTable, Sit, Start
from domain.table.state import Running
from tests.bench.histories import player

GAME = "gumball_rally"


async def opened(tables: Tables, seats: int) -> Live:
    """Everybody sits, the play has not begun."""
    live = await open_table(tables, Asker(player(0)), OpenTable(GAME, "", {}, seats))
    for seat in range(seats):
        await sit(tables, live, seat)
    return live


async def sit(tables: Tables, live: Live, seat: Seat) -> None:
    entropy = tables.world.fresh(16).hex()
    await handle(tables, live.table, Asker(player(seat)), Sit(entropy, "server"))


async def lengthen(tables: Tables, live: Live, length: int) -> None:
    """The last to come leaves and sits down again until the history has this length."""
    last = GAMES[GAME].seats[0] - 1
    while live.version < length:
        await handle(tables, live.table, Asker(player(last)), Leave(last))
        await sit(tables, live, last)


async def start(tables: Tables, live: Live) -> None:
    await handle(tables, live.table, Asker(player(0)), Start())


async def move(tables: Tables, live: Live, luck: Random) -> None:
    assert isinstance(live.state, Running)
    seat = min(awaited(live.state))
    command = luck.choice(GAMES[GAME].legal(live.state.play, seat))
    await handle(tables, live.table, Asker(player(seat)), command)


async def finish(tables: Tables, live: Live, luck: Random) -> None:
    while isinstance(live.state, Running):
        await move(tables, live, luck)
