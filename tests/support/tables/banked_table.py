"""A table whose seats have banks of time, played by judging commands one after the other."""

from domain.fairness.chain import commitment
from domain.judging.actors import Actor, ByBot, ByClock, ByPlayer
from domain.judging.decision_clock import awaited, game_of
from domain.judging.fold import NOTHING
from domain.judging.judge import judge
from domain.judging.judgement import Context, Judgement
from domain.kernel.ids import Seat, rfc3339
from domain.kernel.messages import Command, Event
from domain.table import commands as do
from domain.table.clock_events import DecisionOpened
from domain.table.clocks import Bank, Banks, Fischer, Pace
from domain.table.state import Running, Table
from tests.support.players.fixed_world import NOON
from tests.support.players.people import PEOPLE
from tests.support.tables.table_spec import SEED, TABLE

SECOND = 1000
BOT = "bot".ljust(26, "a")
FISCHER, BANK = Fischer(100, 5), Bank(100)


class BankedTable:
    """Judges commands of a table at times in seconds after noon."""

    def __init__(self, clock: Pace, game: str = "asterix", seats: int = 2, bots: int = 0) -> None:
        self.state: Table = NOTHING
        self.events: list[Event] = []
        host = ByPlayer(PEOPLE[0])
        self.judge(host, do.OpenTable(game, commitment(TABLE, SEED), None, seats, clock))
        for seat in range(seats - bots):
            self.judge(ByPlayer(PEOPLE[seat]), do.Sit())
        for _ in range(bots):
            self.judge(host, do.SeatBot("random", BOT))
        self.judge(host, do.Start())

    def judge(self, actor: Actor, command: Command | None, at: float = 0) -> Judgement:
        context = Context(TABLE, self.state, SEED, actor, NOON + round(at * SECOND))
        judged = judge(context, command)
        self.state = judged.state
        self.events += judged.events
        return judged

    @property
    def running(self) -> Running:
        assert isinstance(self.state, Running)
        return self.state

    @property
    def banks(self) -> Banks:
        assert self.running.banks is not None
        return self.running.banks

    @property
    def asked(self) -> list[Seat]:
        return sorted(awaited(self.state))

    def left(self, seat: Seat) -> float:
        """Return the bank of a seat in seconds, as it was when its clock stopped last."""
        return self.banks.left_ms[seat] / SECOND

    def answer(self, seat: Seat, at: float) -> Judgement:
        """Let a seat play the first legal command."""
        command = game_of(self.state).legal(self.running.play, seat)[0]
        return self.judge(ByPlayer(PEOPLE[seat], seat), command, at)

    def bot_plays(self, seat: Seat, at: float) -> Judgement:
        return self.judge(ByBot(seat), None, at)

    def call_time(self, at: float) -> Judgement:
        return self.judge(ByClock(), do.CallTime(), at)

    def leave(self, seat: Seat, at: float) -> Judgement:
        return self.judge(ByPlayer(PEOPLE[seat]), do.Leave(seat), at)

    def sit_again(self, seat: Seat, at: float) -> Judgement:
        return self.judge(ByPlayer(PEOPLE[seat]), do.Sit(), at)

    def outage(self, began: float, ended: float, at: float | None = None) -> Judgement:
        span = do.Outage(NOON + round(began * SECOND), NOON + round(ended * SECOND))
        return self.judge(ByClock(), do.MoveDeadline((span,)), ended if at is None else at)


def moment(seconds: float) -> str:
    return rfc3339(NOON + round(seconds * SECOND))


def last_asked(table: BankedTable) -> DecisionOpened:
    return next(e for e in reversed(table.events) if isinstance(e, DecisionOpened))
