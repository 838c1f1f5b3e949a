"""Players at a table in a real store, in this process."""

from application.handle import Receipt, handle
from application.open_table import open_table
from application.ports.event_log import EventLog
from application.ports.world import World
from application.table_cache import TableCache
from application.world import new_id
from domain.judging.actors import ByPlayer
from domain.judging.codec import RecordedEvent, decoded
from domain.judging.decision_clock import awaited, game_of
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, Seat, TableId
from domain.kernel.messages import Event
from domain.table.clock_events import DecisionOpened
from domain.table.clocks import Pace
from domain.table.commands import OpenTable, Sit, Start
from domain.table.state import Closed, Running


class Party:
    def __init__(self, tables: TableCache, table: TableId, players: list[PlayerId]) -> None:
        self.tables = tables
        self.table = table
        self.players = players

    async def live(self) -> LiveTable:
        return await self.tables.fresh(self.table)

    async def history(self) -> list[RecordedEvent]:
        return await history(self.tables.log, self.table)

    async def events(self) -> list[Event]:
        return [recorded.event for recorded in await self.history()]

    async def active(self) -> Seat:
        return min(awaited((await self.live()).state))

    async def play(self, seat: Seat, choice: int = 0) -> Receipt:
        """Play a legal command of this seat, by default the first."""
        state = (await self.live()).state
        assert isinstance(state, Running)
        command = game_of(state).legal(state.play, seat)[choice]
        return await handle(self.tables, self.table, ByPlayer(self.players[seat], seat), command)

    async def play_on(self, commands: int) -> None:
        for _ in range(commands):
            await self.play(await self.active())

    async def finish(self) -> None:
        while not isinstance((await self.live()).state, Closed):
            await self.play(await self.active())


async def history(log: EventLog, table: TableId) -> list[RecordedEvent]:
    return decoded(await log.read(table))


async def seated(
    tables: TableCache,
    clock: Pace = None,
    size: int = 3,
    private: bool = False,
    game: str = "gumball_rally",
    host: PlayerId | None = None,
) -> Party:
    """Open a table and seat everybody; the first player is the host."""
    players = [new_id(tables.world) for _ in range(size)]
    players[0] = host or players[0]
    asked = OpenTable(game=game, clock=clock, private=private)
    live = await open_table(tables, ByPlayer(players[0]), asked)
    for player in players:
        sit = Sit(admitted=True)
        await handle(tables, live.table, ByPlayer(player), sit)
    return Party(tables, live.table, players)


async def started(
    tables: TableCache,
    clock: Pace = None,
    size: int = 3,
    private: bool = False,
    game: str = "gumball_rally",
) -> Party:
    party = await seated(tables, clock, size, private, game)
    await handle(tables, party.table, ByPlayer(party.players[0]), Start())
    return party


async def finished(tables: TableCache) -> Party:
    party = await started(tables)
    await party.finish()
    return party


def elsewhere(log: EventLog, world: World, party: Party) -> Party:
    """Return the same players as another process sees them."""
    return Party(TableCache(log, world), party.table, party.players)


async def start(party: Party) -> None:
    await handle(party.tables, party.table, ByPlayer(party.players[0]), Start())


def asks(event: Event, seat: Seat) -> bool:
    """Tell whether this event asks this seat for a decision."""
    return isinstance(event, DecisionOpened) and seat in event.seats
