"""No deadline is early, doubled, missed or moved for nothing, by the clock that never jumps."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.kernel.ids import millis
from domain.table.clock_events import (
    ClockStopped,
    DeadlineMoved,
    DecisionOpened,
    TimedOut,
    TimeGivenBack,
)
from domain.table.clocks import SeatClock
from domain.table.state import Running
from tests.simulation.availability import Availability
from tests.simulation.loop import START
from tests.simulation.truth import TableTruth, Truth
from tests.simulation.world import EPOCH

LATEST = 5.0  # seconds after the deadline, or after the last disturbance
FORGIVEN = 2.5  # seconds: a shorter interruption is not given back
BLUR = 1.0  # seconds
GIVEN_MORE = 3.0  # seconds that an outage may be longer by the heartbeats than it was


class Open(NamedTuple):
    """The decision that is open, and what is known of its deadline."""

    number: int
    opened: float
    allowed: float
    deadline: float


def check_deadlines(truth: Truth, availability: Availability, end: float) -> Iterator[str]:
    for table in truth.tables.values():
        yield from _Table(table, availability).check(end)


class _Table:
    def __init__(self, table: TableTruth, availability: Availability) -> None:
        self._table = table
        self._availability = availability
        self._open: Open | None = None
        self._clocks: dict[int, Open] = {}  # by seat, where seats have banks
        self._timed_out: set[tuple[int, int]] = set()

    def check(self, end: float) -> Iterator[str]:
        for commit in self._table.commits:
            for recorded in commit.events:
                match recorded.event:
                    case DecisionOpened(number=number, deadline=deadline, clocks=clocks):
                        now = commit.true_time
                        self._open = None if clocks else _opened(number, now, deadline)
                        self._clocks = {c.seat: _clock(number, now, c) for c in clocks}
                    case ClockStopped(seat=seat):
                        del self._clocks[seat]
                    case TimeGivenBack(clocks=clocks):
                        yield from self._given_back(clocks, commit.true_time)
                    case DeadlineMoved(deadline=deadline) if self._open:
                        self._open = self._open._replace(deadline=_true(deadline))
                        yield from self._moved(self._open, commit.true_time)
                    case TimedOut(seat=seat) if self._open or seat in self._clocks:
                        yield from self._timed_out_at(seat, commit.true_time)
        if isinstance(self._table.state, Running):
            for open_ in (self._open, *self._clocks.values()):
                yield from self._late(open_, end, "is still open") if open_ else ()

    def _given_back(self, clocks: Iterable[SeatClock], now: float) -> Iterator[str]:
        for each in clocks:
            before = self._clocks[each.seat]
            after = _clock(before.number, before.opened, each)
            self._clocks[each.seat] = after
            yield from self._moved(after, now)

    def _timed_out_at(self, seat: int, now: float) -> Iterator[str]:
        open_ = self._clocks.get(seat) or self._open
        assert open_ is not None
        opened, number = open_.opened, open_.number
        if (number, seat) in self._timed_out:
            yield f"{self._name()}: seat {seat} timed out twice"
        self._timed_out.add((number, seat))
        if self._availability.had_wrong_clock(opened, now):
            return
        spans = [s for s in self._availability.away if s.within(opened, now)]
        away = sum(s.within(opened, now) for s in spans if s.ended - s.began > FORGIVEN)
        if now - opened - away < open_.allowed - BLUR:
            yield (
                f"{self._name()}: timed out early, {now - opened:.1f} s after it was opened;"
                f" {away:.1f} s of them nobody could play"
            )
        yield from self._late(open_, now, "timed out")

    def _late(self, open_: Open, now: float, what: str) -> Iterator[str]:
        if self._availability.had_wrong_clock(open_.opened, now):
            return
        yield from self._moved(open_, now)
        due = max(open_.deadline, self._availability.last_disturbance(now))
        if now - due > LATEST:
            yield f"{self._name()}: {what} {now - due:.1f} s late"

    def _moved(self, open_: Open, now: float) -> Iterator[str]:
        """Check that no more time is given back than was lost."""
        opened = open_.opened
        if self._availability.had_wrong_clock(opened, now):
            return
        spans = [s.within(opened - GIVEN_MORE, now + BLUR) for s in self._availability.away]
        lost = sum(length + GIVEN_MORE for length in spans if length)
        extra = open_.deadline - opened - open_.allowed
        if extra > lost + BLUR:
            yield f"{self._name()}: its deadline was moved by {extra:.1f} s, {lost:.1f} s were lost"

    def _name(self) -> str:
        return f"table {self._table.table}"


def _opened(number: int, now: float, deadline: str | None) -> Open | None:
    if deadline is None:
        return None
    due = _true(deadline)
    return Open(number, now, due - now, due)


def _clock(number: int, opened: float, clock: SeatClock) -> Open:
    """Return the clock of a seat; what it was allowed is what it has without outages."""
    due = _true(clock.deadline)
    return Open(number, opened, due - clock.given_back_ms / 1000 - opened, due)


def _true(moment: str) -> float:
    return millis(moment) / 1000 - EPOCH + START
