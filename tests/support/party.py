"""People at a real table, for tests that need something to happen in a real store."""

from domain.kernel.ids import PlayerId, Seat, TableId
from domain.kernel.messages import Event
from domain.play.clock import World, new_id
from domain.play.codec import Happened, decoded
from domain.play.handle import Receipt, handle, open_table
from domain.play.judge import Asker
from domain.play.log import EventLog
from domain.play.question import awaited, game_of
from domain.play.tables import Live, Tables
from domain.table.commands import OpenTable, Sit, Start
from domain.table.events import DecisionOpened
from domain.table.state import Closed, Running


class Party:
    def __init__(self, tables: Tables, table: TableId, players: list[PlayerId]) -> None:
        self.tables = tables
        self.table = table
        self.players = players

    async def live(self) -> Live:
        return await self.tables.fresh(self.table)

    async def history(self) -> list[Happened]:
        return await history(self.tables.log, self.table)

    async def events(self) -> list[Event]:
        return [happened.event for happened in await self.history()]

    async def active(self) -> Seat:
        return min(awaited((await self.live()).state))

    async def play(self, seat: Seat) -> Receipt:
        """The first legal command of this seat."""
        state = (await self.live()).state
        assert isinstance(state, Running)
        command = game_of(state).legal(state.play, seat)[0]
        return await handle(self.tables, self.table, Asker(self.players[seat], seat), command)

    async def play_on(self, commands: int) -> None:
        for _ in range(commands):
            await self.play(await self.active())

    async def finish(self) -> None:
        while not isinstance((await self.live()).state, Closed):
            await self.play(await self.active())


async def history(log: EventLog, table: TableId) -> list[Happened]:
    return decoded(await log.read(table))


async def seated(
    tables: Tables,
    clock: int | None = None,
    size: int = 3,
    private: bool = False,
    game: str = "gumball_rally",
) -> Party:
    """An open table with everybody at it; the first is the host."""
    players = [new_id(tables.world) for _ in range(size)]
    asked = OpenTable(game=game, clock=clock, private=private)
    live = await open_table(tables, Asker(players[0]), asked)
    for player in players:
        sit = Sit(entropy=player, entropy_by="player", admitted=True)
        await handle(tables, live.table, Asker(player), sit)
    return Party(tables, live.table, players)


async def started(
    tables: Tables,
    clock: int | None = None,
    size: int = 3,
    private: bool = False,
    game: str = "gumball_rally",
) -> Party:
    party = await seated(tables, clock, size, private, game)
    await handle(tables, party.table, Asker(party.players[0]), Start())
    return party


async def finished(tables: Tables) -> Party:
    party = await started(tables)
    await party.finish()
    return party


def elsewhere(log: EventLog, world: World, party: Party) -> Party:
    """The same people as another process knows them."""
    return Party(Tables(log, world), party.table, party.players)


async def start(party: Party) -> None:
    await handle(party.tables, party.table, Asker(party.players[0]), Start())


def asks(event: Event, seat: Seat) -> bool:
    """Is this a question to this seat?"""
    return isinstance(event, DecisionOpened) and seat in event.seats
