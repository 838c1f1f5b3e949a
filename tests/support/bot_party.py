"""Tables with bots in a real store."""

from application.handle import handle, open_table
from application.table_cache import TableCache
from application.world import new_id
from domain.judging.judge import ByPlayer
from domain.table.commands import Bot, OpenTable, Pace, SeatBot, Sit, Start
from tests.support.party import Party


async def bot_party(
    tables: TableCache, bots: tuple[Bot, ...], people: int = 0, clock: Pace = None
) -> Party:
    """Start a table: people first, then bots; `players` of the party are the people."""
    players = [new_id(tables.world) for _ in range(max(1, people))]
    host = ByPlayer(players[0])
    live = await open_table(tables, host, OpenTable(game="gumball_rally", clock=clock))
    for player in players[:people]:
        await handle(tables, live.table, ByPlayer(player), Sit(player, "player"))
    for bot in bots:
        await handle(tables, live.table, host, SeatBot(bot, new_id(tables.world), "00ff"))
    await handle(tables, live.table, host, Start())
    return Party(tables, live.table, players)
