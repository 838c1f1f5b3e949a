"""Given these events at a table, when a command comes, then these events follow."""

from collections.abc import Sequence

from domain.fairness.chain import commitment
from domain.games import GAMES
from domain.judging.actors import Actor, ByClock, ByPlayer
from domain.judging.commands.opening import OPEN_FOR_MS
from domain.judging.fold import NOTHING, fold
from domain.judging.judge import judge
from domain.judging.judgement import Context, Judgement
from domain.kernel.ids import PlayerId, Seat, rfc3339
from domain.kernel.messages import Command, Event
from domain.kernel.refusals import Rejected
from domain.table.clocks import Pace
from domain.table.opening_events import SeatTaken, TableOpened, TableStarted
from tests.support.players.fixed_world import NOON
from tests.support.players.people import ANNE

TABLE = "table" + "a" * 21
SEED = bytes(range(32))
SECOND = 1000
THE_CLOCK = ByClock()


def by(player: PlayerId, seat: Seat | None = None) -> ByPlayer:
    return ByPlayer(player, seat)


def opened(
    game: str,
    options: object,
    seats: int = 3,
    clock: Pace = "rules",
    private: bool = False,
    components: str = "",
) -> TableOpened:
    """Return the opening of a table by Anne at noon."""
    return TableOpened(
        table=TABLE,
        game=game,
        rules_version=GAMES[game].rules_version,
        components=components,
        options=options,
        seats=seats,
        clock=clock,
        host=ANNE,
        private=private,
        commitment=commitment(TABLE, SEED),
        expires=rfc3339(NOON + OPEN_FOR_MS),
        sealed_luck=True,
        watch="invited" if private else "everyone",
    )


def seated(*players: PlayerId) -> tuple[SeatTaken, ...]:
    return tuple(SeatTaken(seat, player, None, None) for seat, player in enumerate(players))


def started(
    *players: PlayerId, game: str = "gumball_rally", options: object = None
) -> TableStarted:
    """Return the start of a table without rewards and without sealed luck."""
    chosen = GAMES[game].options() if options is None else options
    nothing_won, no_luck = ((),) * len(players), (None,) * len(players)
    return TableStarted(game, GAMES[game].rules_version, chosen, players, nothing_won, no_luck)


def begun(*players: PlayerId) -> tuple[Event, ...]:
    return (*seated(*players), started(*players))


class TableGiven:
    def __init__(self, *events: Event) -> None:
        self.state = fold(NOTHING, events)

    def when(self, who: Actor, command: Command | None, at: int = NOON) -> "TableThen":
        case = Context(TABLE, self.state, SEED, who, at)
        try:
            return TableThen(judge(case, command), None)
        except Rejected as refusal:
            return TableThen(None, refusal)


class TableThen:
    def __init__(self, judged: Judgement | None, refusal: Rejected | None) -> None:
        self._judged = judged
        self._refusal = refusal

    @property
    def events(self) -> tuple[Event, ...]:
        return self.judged.events

    @property
    def judged(self) -> Judgement:
        assert self._judged is not None, f"refused: {self._refusal}"
        return self._judged

    def then(self, *expected: Event) -> None:
        assert self.events == expected

    def then_starts_with(self, *expected: Event) -> None:
        assert self.events[: len(expected)] == expected

    def then_ends_with(self, *expected: Event) -> None:
        assert self.events[-len(expected) :] == expected

    def then_types(self, *kinds: type[Event]) -> None:
        """Expect events of exactly these types, in this order."""
        assert tuple(type(event) for event in self.events) == kinds

    def refused(self, code: str, rule: str | None = None, field: str | None = None) -> None:
        assert self._refusal is not None, f"not refused, but: {self.events}"
        assert (self._refusal.code, self._refusal.rule) == (code, rule)
        assert field is None or self._refusal.field == field


def given(*events: Event | Sequence[Event]) -> TableGiven:
    """Start from events, or sequences of events."""
    flat: list[Event] = []
    for each in events:
        flat += [each] if isinstance(each, Event) else each
    return TableGiven(*flat)
