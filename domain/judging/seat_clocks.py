"""Clocks of seats with a bank: when they start and stop, what they spend, what outages give back.

Every seat that is asked spends its own bank, from the moment it is asked until it has answered.
Bots have no clock. The server neither takes nor adds time for a seat on autopilot.
"""

from collections.abc import Collection, Iterable

from domain.kernel.ids import Seat, millis, rfc3339
from domain.kernel.messages import put
from domain.table.clock_events import ClockStopped, TimeGivenBack
from domain.table.clocks import REACTION_SECONDS, Bank, Fischer, SeatClock
from domain.table.commands import Outage
from domain.table.state import Run, Running


def window_ms(seconds: int) -> int | None:
    """Return the time for a reaction; None for decisions that only the bank limits."""
    return 1000 * seconds if seconds <= REACTION_SECONDS else None


def start_clocks(
    state: Running, seats: Iterable[Seat], at: int, window: int | None
) -> tuple[SeatClock, ...]:
    """Return the clocks of the people among these seats, which are asked now."""
    if state.banks is None:
        return ()
    left = state.banks.left_ms
    return tuple(
        _clock(seat, at, left[seat], 0, window) for seat in seats if seat not in state.bots
    )


def stop_clocks(state: Running, asked: Collection[Seat], at: int) -> list[ClockStopped]:
    """Return the events for every clock that runs for a seat that is not asked any more."""
    running = state.banks.running if state.banks else ()
    return [_stopped(state, clock, at) for clock in running if clock.seat not in asked]


def is_out_of_time(state: Running, seat: Seat, at: int) -> bool:
    """Return whether the server plays for this seat until the end, because its bank is empty."""
    clock = state.banks and state.banks.clock(seat)
    if not clock or not isinstance(state.setup.clock, Bank):
        return False
    return _spent(clock, at) >= clock.bank_ms


def give_back(state: Running, outages: Iterable[Outage]) -> TimeGivenBack | None:
    """Return banks and clocks after these outages; None if no seat has lost any time.

    An outage may be confirmed only after a seat has answered: then its bank gets the time.
    """
    if state.banks is None or state.decision is None:
        return None
    in_order = sorted(outages, key=lambda each: each.began)
    until = 0
    left = state.banks.left_ms
    for run in state.runs:
        lost, ended = _lost_in(run, in_order)
        left, until = put(left, run.seat, left[run.seat] + lost), max(until, ended)
    clocks = []
    compensated = state.decision.compensated_until or ""
    for clock in state.banks.running:
        lost, ended = _lost_by(clock, millis(max(compensated, clock.since)), in_order)
        bank = clock.bank_ms + left[clock.seat] - state.banks.left_ms[clock.seat]
        given_back = clock.given_back_ms + lost
        since, window = millis(clock.since), state.decision.window_ms
        clocks.append(_clock(clock.seat, since, bank, given_back, window))
        until = max(until, ended)
    return TimeGivenBack(rfc3339(until), left, tuple(clocks)) if until else None


def _clock(seat: Seat, since: int, bank: int, given_back: int, window: int | None) -> SeatClock:
    allowed = bank if window is None else min(bank, window)
    deadline = rfc3339(since + given_back + allowed)
    return SeatClock(seat, rfc3339(since), deadline, bank, given_back)


def _spent(clock: SeatClock, at: int) -> int:
    return max(0, at - millis(clock.since) - clock.given_back_ms)


def _stopped(state: Running, clock: SeatClock, at: int) -> ClockStopped:
    if clock.seat in state.autopilot and clock.seat not in state.late:
        return ClockStopped(clock.seat, 0, clock.bank_ms)
    spent, pace = _spent(clock, at), state.setup.clock
    increment = 1000 * pace.increment_seconds if isinstance(pace, Fischer) else 0
    return ClockStopped(clock.seat, spent, max(0, clock.bank_ms - spent) + increment)


def _lost_in(run: Run, outages: Iterable[Outage]) -> tuple[int, int]:
    """Return the time that a seat lost before it answered, and the end of the last outage."""
    lost, since, until, last = 0, millis(run.since), millis(run.until), 0
    for outage in outages:
        if since < outage.ended and outage.began < until:
            lost += min(outage.ended, until) - max(outage.began, since)
            since = last = outage.ended
    return lost, last


def _lost_by(clock: SeatClock, since: int, outages: Iterable[Outage]) -> tuple[int, int]:
    """Return the time that a running clock lost, and the end of the last outage."""
    lost, deadline, last = 0, millis(clock.deadline), 0
    for outage in outages:
        if since < outage.ended and outage.began < deadline + lost:
            lost += outage.ended - max(outage.began, since)
            since = last = outage.ended
    return lost, last
