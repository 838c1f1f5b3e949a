"""No deadline is early, doubled, missed or moved for nothing, by the clock that never jumps."""

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.moments import millis
from domain.table.events import DeadlineMoved, DecisionOpened, TimedOut
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
        self._timed_out: set[tuple[int, int]] = set()

    def check(self, end: float) -> Iterator[str]:
        for commit in self._table.commits:
            for recorded in commit.events:
                match recorded.event:
                    case DecisionOpened(number=number, deadline=deadline):
                        self._open = _opened(number, commit.true_time, deadline)
                    case DeadlineMoved(deadline=deadline) if self._open:
                        self._open = self._open._replace(deadline=_true(deadline))
                        yield from self._moved(commit.true_time)
                    case TimedOut(seat=seat) if self._open:
                        yield from self._timed_out_at(seat, commit.true_time, commit.store_ms)
        if isinstance(self._table.state, Running) and self._open:
            yield from self._late(end, "is still open")

    def _timed_out_at(self, seat: int, now: float, store_ms: int) -> Iterator[str]:
        assert self._open is not None
        opened, number = self._open.opened, self._open.number
        if (number, seat) in self._timed_out:
            yield f"{self._name()}: seat {seat} timed out twice"
        self._timed_out.add((number, seat))
        if self._availability.had_wrong_clock(opened, now):
            return
        spans = [s for s in self._availability.away if s.within(opened, now)]
        away = sum(s.within(opened, now) for s in spans if s.ended - s.began > FORGIVEN)
        if now - opened - away < self._open.allowed - BLUR:
            yield (
                f"{self._name()}: timed out early, {now - opened:.1f} s after it was opened;"
                f" {away:.1f} s of them nobody could play"
            )
        yield from self._late(now, "timed out")

    def _late(self, now: float, what: str) -> Iterator[str]:
        assert self._open is not None
        if self._availability.had_wrong_clock(self._open.opened, now):
            return
        yield from self._moved(now)
        due = max(self._open.deadline, self._availability.last_disturbance(now))
        if now - due > LATEST:
            yield f"{self._name()}: {what} {now - due:.1f} s late"

    def _moved(self, now: float) -> Iterator[str]:
        """Check that no more time is given back than was lost."""
        assert self._open is not None
        opened = self._open.opened
        if self._availability.had_wrong_clock(opened, now):
            return
        spans = [s.within(opened - GIVEN_MORE, now + BLUR) for s in self._availability.away]
        lost = sum(length + GIVEN_MORE for length in spans if length)
        extra = self._open.deadline - opened - self._open.allowed
        if extra > lost + BLUR:
            yield f"{self._name()}: its deadline was moved by {extra:.1f} s, {lost:.1f} s were lost"

    def _name(self) -> str:
        assert self._open is not None
        return f"table {self._table.table}, decision {self._open.number}"


def _opened(number: int, now: float, deadline: str | None) -> Open | None:
    if deadline is None:
        return None
    due = _true(deadline)
    return Open(number, now, due - now, due)


def _true(moment: str) -> float:
    return millis(moment) / 1000 - EPOCH + START
