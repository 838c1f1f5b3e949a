"""What happens to decisions: their clocks, time-outs, and who plays for an absent seat."""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.kernel.ids import BySeat, Count, Moment, Seat, millis, rfc3339
from domain.kernel.messages import Announcement, PublicEvent, put
from domain.table.clocks import Banks, SeatClock
from domain.table.state import OpenDecision, Run, Running

MOST_RUNS = 16  # kept until an outage is confirmed, which takes some seconds


class DecisionOpened(PublicEvent, type="table.decision_opened"):
    """A decision opened: these seats must decide before the deadline."""

    number: int
    """A number that grows."""
    key: str
    """Names the decision; a game opens each key once."""
    kind: str
    """What is asked; it selects the clock."""
    seats: tuple[Seat, ...]
    """The seats, each by its number."""
    deadline: Moment | None
    """When the first default move is played; null without a clock."""
    window_ms: Count | None = None  # the time of the rules for a reaction, where seats have banks
    """Milliseconds that the rules give to a reaction; null for other decisions."""
    clocks: tuple[SeatClock, ...] = ()  # the clocks that start, where seats have banks
    """The clocks that start; empty unless seats have banks."""

    def apply(self, state: Running) -> Running:
        number, key, kind, deadline = self.number, self.key, self.kind, self.deadline
        decision = OpenDecision(number, key, kind, deadline, window_ms=self.window_ms)
        banks = state.banks and replace(state.banks, running=self.clocks)
        return replace(state, decision=decision, drawn=(), late=frozenset(), banks=banks)


class ClockStopped(PublicEvent, type="table.clock_stopped"):
    """The clock of a seat stopped: what it spent since it was asked, and what its bank has now."""

    seat: Seat
    spent_ms: Count
    """Milliseconds that the seat has spent since it was asked."""
    bank_ms: Count
    """Milliseconds that the bank of the seat has now."""

    def apply(self, state: Running) -> Running:
        """Keep when the clock ran; of a late seat not, because no outage has cost it its time."""
        assert state.banks is not None
        assert state.decision is not None
        clock = state.banks.clock(self.seat)
        assert clock is not None
        left = put(state.banks.left_ms, self.seat, self.bank_ms)
        others = tuple(each for each in state.banks.running if each is not clock)
        runs = state.runs
        if self.seat not in state.late and self.spent_ms:
            since = max(clock.since, state.decision.compensated_until or "")
            until = rfc3339(millis(clock.since) + clock.given_back_ms + self.spent_ms)
            runs = (*runs, Run(self.seat, since, until))[-MOST_RUNS:]
        return replace(state, banks=Banks(left, others), runs=runs)


class TimeGivenBack(PublicEvent, type="table.time_given_back"):
    """The banks and the running clocks got back the time in which the store was unavailable."""

    away_until: Moment  # they make up for outages until then
    banks_ms: BySeat[Count]
    """Milliseconds in the bank of each seat."""
    clocks: tuple[SeatClock, ...]
    """The clocks that run."""

    def apply(self, state: Running) -> Running:
        until = self.away_until
        later = (replace(run, since=max(run.since, until)) for run in state.runs)
        return replace(
            state,
            banks=Banks(self.banks_ms, self.clocks),
            decision=state.decision and replace(state.decision, compensated_until=until),
            runs=tuple(run for run in later if run.since < run.until),
        )


class DeadlineMoved(PublicEvent, type="table.deadline_moved"):
    """The deadline moved by the time in which the store was unavailable."""

    deadline: Moment
    away_until: Moment  # the deadline makes up for outages until then

    def apply(self, state: Running) -> Running:
        assert state.decision is not None
        moved = replace(state.decision, deadline=self.deadline, compensated_until=self.away_until)
        return replace(state, decision=moved)


class ClockAdvanced(Announcement, type="table.clock_advanced"):
    """The host of a sandbox moved its clock forward; the time of this event is the new one."""

    seconds: int
    """How far the clock moved."""


class TimedOut(PublicEvent, type="table.timed_out"):
    """A seat missed its deadline; the server plays the default move for it."""

    seat: Seat
    running: int  # how many decisions in a row
    """How many are running."""

    def apply(self, state: Running) -> Running:
        time_outs = put(state.time_outs, self.seat, self.running)
        return replace(state, time_outs=time_outs, late=state.late | {self.seat})


class AutopilotEngaged(PublicEvent, type="table.autopilot_engaged"):
    """A seat went on autopilot: the server plays the default move for it at once."""

    seat: Seat
    reason: Literal["time_outs", "left", "bank_empty"]
    """Why the server plays for the seat: it was late too often, its player left, or its bank is
    empty.
    """

    def apply(self, state: Running) -> Running:
        out = {self.seat} if self.reason == "bank_empty" else frozenset()
        autopilot, out_of_time = state.autopilot | {self.seat}, state.out_of_time | out
        return replace(state, autopilot=autopilot, out_of_time=out_of_time)


class DefaultPlayed(Announcement, type="table.default_played"):
    """The server plays the default move for a seat on autopilot, or again for a late one."""

    seat: Seat


class SeatReturned(PublicEvent, type="table.seat_returned"):
    """The player of a late seat, or of one on autopilot, decides again."""

    seat: Seat

    def apply(self, state: Running) -> Running:
        return replace(
            state,
            autopilot=state.autopilot - {self.seat},
            time_outs=put(state.time_outs, self.seat, 0),
        )


Clocks: TypeAlias = DecisionOpened | ClockStopped | TimeGivenBack | DeadlineMoved | ClockAdvanced
ClockEvent: TypeAlias = Clocks | TimedOut | AutopilotEngaged | DefaultPlayed | SeatReturned
