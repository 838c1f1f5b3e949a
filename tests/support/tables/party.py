"""The people of one table, who act through `application.handle` in this process."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TypeAlias

from application.attempt import Condition, Receipt
from application.handle import handle
from application.play.open_table import open_table
from application.ports.event_log import EventLog
from application.ports.world import World
from application.table_cache import TableCache
from application.world import new_id
from domain.judging.actors import Actor, ByBot, ByPlayer
from domain.judging.codec import RecordedEvent, decoded
from domain.judging.commit import Key
from domain.judging.decision_clock import awaited, game_of
from domain.judging.live_table import LiveTable
from domain.judging.stored import Stored
from domain.kernel.ids import PlayerId, Seat, TableId
from domain.kernel.messages import Command, Event
from domain.table.clock_events import DecisionOpened
from domain.table.clocks import Pace
from domain.table.commands import Bot, Leave, OpenTable, SeatBot, Sit, Start
from domain.table.state import Closed, Running
from projections.history.bundle import LINES, Frame
from tests.support.histories.bundles import history_bundle

GAME = "gumball_rally"
SIT = Sit()
Pick: TypeAlias = Callable[[Sequence[Command]], Command]


class Party:
    """The host is the first of them. A command may be sent `at` another process."""

    def __init__(self, tables: TableCache, table: TableId, players: Sequence[PlayerId]) -> None:
        self.tables = tables
        self.table = table
        self.players = list(players)

    @property
    def host(self) -> ByPlayer:
        return ByPlayer(self.players[0])

    async def open(self, opening: OpenTable) -> LiveTable:
        live = await open_table(self.tables, self.host, opening)
        self.table = live.table
        return live

    async def fill(self, bots: Sequence[Bot] = (), sit: Sit = SIT) -> None:
        """Let all of them take a seat, then seat bots."""
        for player in self.players:
            await self.ask(ByPlayer(player), sit)
        await self.seat_bots(bots)

    async def seat_bots(self, bots: Sequence[Bot]) -> None:
        for bot in bots:
            await self.ask(self.host, SeatBot(bot, new_id(self.tables.world)))

    async def start(self) -> Receipt:
        return await self.ask(self.host, Start())

    async def begin(self, opening: OpenTable | None = None, bots: Sequence[Bot] = ()) -> None:
        """Open the table, by default a rally without a clock; take all its seats, and start it."""
        seats = len(self.players) + len(bots)
        await self.open(opening or OpenTable(GAME, seats=seats, clock=None))
        await self.fill(bots)
        await self.start()

    async def ask(
        self,
        who: Actor,
        command: Command | None,
        key: Key | None = None,
        condition: Condition | None = None,
        at: TableCache | None = None,
    ) -> Receipt:
        self.pause()
        return await handle(at or self.tables, self.table, who, command, key, condition)

    def pause(self) -> None:
        """Wait before each command; people at a real clock do not."""

    async def live(self) -> LiveTable:
        return await self.tables.fresh(self.table)

    async def running(self) -> Running:
        state = (await self.live()).state
        assert isinstance(state, Running)
        return state

    async def active(self) -> Seat:
        """Return the first seat that must decide."""
        return min(awaited((await self.live()).state))

    async def legal(self, seat: Seat) -> Sequence[Command]:
        state = await self.running()
        return game_of(state).legal(state.play, seat)

    async def play(
        self,
        seat: Seat | None = None,
        pick: Pick = itemgetter(0),
        key: Key | None = None,
        at: TableCache | None = None,
    ) -> Receipt:
        """Play a legal command, by default the first one of the first seat that must decide.

        A bot chooses for itself. Raise IndexError if a person has no legal command.
        """
        seat = await self.active() if seat is None else seat
        if seat in (await self.running()).bots:
            return await self.ask(ByBot(seat), None, at=at)
        who = ByPlayer(self.players[seat], seat)
        return await self.ask(who, pick(await self.legal(seat)), key, at=at)

    async def play_on(self, commands: int) -> None:
        for _ in range(commands):
            await self.play()

    async def finish(self) -> None:
        while not isinstance((await self.live()).state, Closed):
            await self.play()

    async def lengthen(self, length: int) -> None:
        """Let the last of them leave and return until the history has this length."""
        last, player = len(self.players) - 1, ByPlayer(self.players[-1])
        while (await self.tables.find(self.table)).version < length:
            await self.ask(player, Leave(last))
            await self.ask(player, SIT)

    async def leave(self) -> None:
        """Let all of them leave, so that the table is abandoned."""
        for seat, player in enumerate(self.players):
            await self.ask(ByPlayer(player), Leave(seat))

    async def history(self) -> list[RecordedEvent]:
        return await history(self.tables.log, self.table)

    async def events(self) -> list[Event]:
        return [recorded.event for recorded in await self.history()]

    async def stored(self) -> Stored:
        stored = await self.tables.log.load(self.table)
        assert stored is not None
        return stored

    async def bundle(self, frame: Frame = LINES) -> bytes:
        """Return the history as everybody may read it."""
        return history_bundle(self.table, await self.stored(), frame)


async def history(log: EventLog, table: TableId) -> list[RecordedEvent]:
    return decoded(await log.read(table))


async def seated(
    tables: TableCache,
    clock: Pace = None,
    size: int = 3,
    private: bool = False,
    game: str = GAME,
    host: PlayerId | None = None,
) -> Party:
    """Open a table and seat everybody."""
    party = _party(tables, size, host)
    await party.open(OpenTable(game=game, clock=clock, private=private))
    await party.fill(sit=Sit(admitted=True))
    return party


async def started(
    tables: TableCache,
    clock: Pace = None,
    size: int = 3,
    private: bool = False,
    game: str = GAME,
) -> Party:
    party = await seated(tables, clock, size, private, game)
    await party.start()
    return party


async def finished(tables: TableCache) -> Party:
    party = await started(tables)
    await party.finish()
    return party


async def closed_table(tables: TableCache, game: str = GAME) -> TableId:
    """Return a small table that was started and abandoned."""
    party = await started(tables, game=game)
    await party.leave()
    return party.table


async def bot_party(
    tables: TableCache,
    bots: Sequence[Bot],
    people: int = 0,
    clock: Pace = None,
    host: PlayerId | None = None,
) -> Party:
    """Start a table: people first, then bots; without people, its host does not sit."""
    party = _party(tables, max(1, people), host)
    await party.open(OpenTable(game=GAME, clock=clock))
    if people:
        await party.fill()
    await party.seat_bots(bots)
    await party.start()
    return party


async def plays_by_decision(party: Party) -> list[list[str]]:
    """Return what was played between one decision and the next, by decision."""
    found: list[list[str]] = []
    for event in await party.events():
        if isinstance(event, DecisionOpened):
            found.append([])
        elif found and event.type == "gumball_rally.card_played":
            found[-1].append(event.type)
    return found


def _party(tables: TableCache, size: int, host: PlayerId | None) -> Party:
    players = [new_id(tables.world) for _ in range(size)]
    return Party(tables, "", [host or players[0], *players[1:]])


def elsewhere(log: EventLog, world: World, party: Party) -> Party:
    """Return the same players as another process sees them."""
    return Party(TableCache(log, world), party.table, party.players)


def opens_decision_for(event: Event, seat: Seat) -> bool:
    """Tell whether this event asks this seat for a decision."""
    return isinstance(event, DecisionOpened) and seat in event.seats
