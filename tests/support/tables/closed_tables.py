"""Small closed tables in a real store, made through the real append."""

from application.handle import handle
from application.open_table import open_table
from application.table_cache import TableCache
from application.world import new_id
from domain.judging.actors import ByPlayer
from domain.kernel.ids import TableId
from domain.table.commands import Leave, OpenTable, Sit, Start

SEATS = 3


async def closed_table(tables: TableCache, game: str = "gumball_rally") -> TableId:
    """Open a table, start it and let everybody leave, so that it is abandoned."""
    players = [new_id(tables.world) for _ in range(SEATS)]
    host = ByPlayer(players[0])
    live = await open_table(tables, host, OpenTable(game, seats=SEATS, clock=None))
    for player in players:
        await handle(tables, live.table, ByPlayer(player), Sit(admitted=True))
    await handle(tables, live.table, host, Start())
    for seat, player in enumerate(players):
        await handle(tables, live.table, ByPlayer(player), Leave(seat))
    return live.table
