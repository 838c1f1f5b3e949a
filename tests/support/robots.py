"""Tables with bots in a real store."""

from domain.play.clock import new_id
from domain.play.handle import handle, open_table
from domain.play.judge import Asker
from domain.play.tables import Tables
from domain.table.commands import Bot, OpenTable, Pace, SeatBot, Sit, Start
from tests.support.party import Party


async def robots(
    tables: Tables, bots: tuple[Bot, ...], people: int = 0, clock: Pace = None
) -> Party:
    """A started table: people first, then bots; `players` of the party are the people."""
    players = [new_id(tables.world) for _ in range(max(1, people))]
    host = Asker(players[0])
    live = await open_table(tables, host, OpenTable(game="gumball_rally", clock=clock))
    for player in players[:people]:
        await handle(tables, live.table, Asker(player), Sit(player, "player"))
    for bot in bots:
        await handle(tables, live.table, host, SeatBot(bot, new_id(tables.world), "00ff"))
    await handle(tables, live.table, host, Start())
    return Party(tables, live.table, players)
