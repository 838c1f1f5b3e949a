"""The result of a finished table: the people at it and their places, from its history alone."""

from collections.abc import Iterable, Sequence

from msgspec import MsgspecError
from msgspec.structs import replace

from domain.judging.codec import TABLE, RecordedEvent
from domain.kernel.ids import Moment, PlayerId, Seat, TableId
from domain.kernel.messages import Value
from domain.kernel.refusals import Rejected
from domain.table.end_events import SeatResigned, TableClosed, TableForked
from domain.table.opening_events import SeatLeft, SeatTaken, TableOpened

# A damaged history, or one under unknown rules, must not stop readers of the others.
UNREADABLE = (MsgspecError, LookupError, AssertionError, Rejected)
RANKED = ("finished", "resigned")  # the ends of a table that have a result
FEWEST_PEOPLE = 2  # ratings compare people, not bots
FEWEST_DECISIONS = 10  # of a person who resigns: with fewer, nobody gains by it


class Placing(Value, frozen=True):
    """How one person did; a person with several seats counts once, with the best of them."""

    player: PlayerId
    place: int  # at the whole table, bots included
    points: int
    early: bool = False  # resigned after few decisions: it counts for this person alone


class Result(Value, frozen=True):
    table: TableId
    game: str
    at: Moment
    placings: tuple[Placing, ...]


def result(history: Sequence[RecordedEvent]) -> Result | None:
    """Return the result; None unless at least two people played and the table has one.

    A sandbox has none, and neither has a private table: everybody can check what counts.
    """
    opened, closed = history[0], history[-1]
    assert isinstance(opened.event, TableOpened)
    if opened.event.sandbox is not None or opened.event.private:
        return None
    if forked(history) or not isinstance(closed.event, TableClosed):
        return None
    outcome = closed.event.outcome
    if closed.event.reason not in RANKED or outcome is None:
        return None
    best: dict[PlayerId, Placing] = {}
    seated = sitters(history)
    early = _resigned_early(history, [sitter.player for sitter in seated])
    for seat, sitter in enumerate(seated):
        if sitter.bot is None:
            who = sitter.player
            placing = Placing(who, outcome.places[seat], outcome.scores[seat], who in early)
            best[sitter.player] = min(placing, best.get(sitter.player, placing), key=_merit)
    if len(best) < FEWEST_PEOPLE:
        return None
    return Result(opened.event.table, opened.event.game, closed.at, tuple(best.values()))


def _resigned_early(history: Sequence[RecordedEvent], players: Sequence[PlayerId]) -> set[PlayerId]:
    """Return who has resigned before so many own decisions; what a clock does is none."""
    decided: dict[PlayerId, set[Moment]] = {player: set() for player in players}
    early: set[PlayerId] = set()
    for recorded in history:
        match recorded.event:
            case SeatResigned(seat=seat):
                if len(decided[players[seat]]) < FEWEST_DECISIONS:
                    early.add(players[seat])
            case event if recorded.seat is not None and not event.type.startswith(TABLE):
                decided[players[recorded.seat]].add(recorded.at)
    return early


def forked(history: Iterable[RecordedEvent]) -> bool:
    """Return whether the table continues another's history: it is never ranked."""
    return TableForked.type in {recorded.event.type for recorded in history}


_SEATING = frozenset({SeatTaken, SeatLeft, TableForked})


def sitters(history: Iterable[RecordedEvent]) -> list[SeatTaken]:
    """Return who sits where; seats close up after a leaver, and a fork belongs to its forker."""
    seated: list[SeatTaken] = []
    for event in [each.event for each in history if type(each.event) in _SEATING]:
        match event:
            case SeatTaken() as taken:
                seated.insert(taken.seat, taken)
            case SeatLeft(seat=seat):
                del seated[seat]
            case TableForked() as forked:
                seated = [_after_fork(forked, seat, taken) for seat, taken in enumerate(seated)]
    return seated


def _after_fork(forked: TableForked, seat: Seat, taken: SeatTaken) -> SeatTaken:
    bot = forked.bot_at(seat)
    return replace(taken, player=forked.player_at(seat), bot=bot.bot if bot else None)


def _merit(placing: Placing) -> tuple[Seat, int]:
    return placing.place, -placing.points
