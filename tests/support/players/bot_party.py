"""Tables with bots in a real store."""

from application.handle import handle
from application.open_table import open_table
from application.table_cache import TableCache
from application.world import new_id
from domain.judging.actors import ByPlayer
from domain.kernel.ids import PlayerId
from domain.table.clock_events import DecisionOpened
from domain.table.clocks import Pace
from domain.table.commands import Bot, OpenTable, SeatBot, Sit, Start
from tests.support.tables.party import Party


async def bot_party(
    tables: TableCache,
    bots: tuple[Bot, ...],
    people: int = 0,
    clock: Pace = None,
    host: PlayerId | None = None,
) -> Party:
    """Start a table: people first, then bots; `players` of the party are the people.

    The host is the first of them, unless a table without people names another.
    """
    players = [new_id(tables.world) for _ in range(max(1, people))]
    players[0] = host or players[0]
    opener = ByPlayer(players[0])
    live = await open_table(tables, opener, OpenTable(game="gumball_rally", clock=clock))
    for player in players[:people]:
        await handle(tables, live.table, ByPlayer(player), Sit())
    for bot in bots:
        await handle(tables, live.table, opener, SeatBot(bot, new_id(tables.world)))
    await handle(tables, live.table, opener, Start())
    return Party(tables, live.table, players)


async def answers(party: Party) -> list[list[str]]:
    """Return what was played between one decision and the next, by decision."""
    found: list[list[str]] = []
    for event in await party.events():
        if isinstance(event, DecisionOpened):
            found.append([])
        elif found and event.type == "gumball_rally.card_played":
            found[-1].append(event.type)
    return found
