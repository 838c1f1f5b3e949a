"""The open decision of a table: who is asked, until when, and what timers do about it when."""

from collections.abc import Iterable
from typing import TypeAlias

from domain.games import EDITIONS
from domain.judging.seat_clocks import give_back, start_clocks, stop_clocks, window_ms
from domain.kernel.game import AnyGame, Outcome
from domain.kernel.ids import Seat, millis, rfc3339
from domain.kernel.messages import Value
from domain.table.clock_events import ClockStopped, DeadlineMoved, DecisionOpened, TimeGivenBack
from domain.table.clocks import Bank, Correspondence, Fischer
from domain.table.commands import Outage
from domain.table.end_events import TableClosed
from domain.table.ending import with_resignations
from domain.table.state import NotOpened, Open, Running, Table, sandbox_of

REVEAL = "reveal"  # the kind of decision that asks for sealed luck
REVEAL_MS = 30_000
DAY_MS = 24 * 3600 * 1000
REVEAL_WITHOUT_CLOCK_MS = DAY_MS


def game_of(state: Table) -> AnyGame:
    """Return the game in the edition this table was opened under."""
    assert not isinstance(state, NotOpened)
    return EDITIONS[state.setup.game, state.setup.rules_version]


def awaited(state: Table) -> frozenset[Seat]:
    """Return the seats that have to answer the open decision."""
    if not isinstance(state, Running):
        return frozenset()
    if state.unrevealed:
        return state.unrevealed
    decision = game_of(state).decision(state.play)
    return decision.awaited if decision else frozenset()


def deadline_of(state: Table) -> int | None:
    """Return the deadline of the open decision or the expiry of an open table, in ms since 1970."""
    if isinstance(state, Running):
        moment = open_deadline(state)
    else:
        moment = state.setup.expires if isinstance(state, Open) else None
    return None if moment is None else millis(moment)


def open_deadline(state: Running, seat: Seat | None = None) -> str | None:
    """Return the deadline of the open decision: that of a seat, or the first one of any seat."""
    if state.banks is None or state.unrevealed:
        return state.decision.deadline if state.decision else None
    clock = state.banks.clock(seat)
    return state.banks.deadline if clock is None else clock.deadline


def first_late_seat(state: Running, at: int) -> Seat | None:
    """Return the seat that missed its deadline first and has to answer; None if no person has."""
    late = [
        (moment, seat)
        for seat in awaited(state) - state.bots
        if (moment := open_deadline(state, seat)) is not None and at >= millis(moment)
    ]
    return min(late)[1] if late else None


def next_table_event(state: Running, at: int, seed: bytes) -> DecisionOpened | TableClosed | None:
    """Return what follows from the play: the next decision with its deadline, or the end.

    None while the decision that was announced last is still open.
    """
    game = game_of(state)
    decision = game.decision(state.play)
    if decision is None:
        return TableClosed("finished", _outcome(game, state), seed.hex())
    if state.decision is not None and state.decision.key == decision.key:
        return None
    number = state.decision.number + 1 if state.decision else 1
    seats = tuple(sorted(decision.awaited))
    key, kind = decision.key, decision.kind
    if state.banks is None:
        allowed = None if state.setup.clock is None else _allowed_ms(state, kind)
        deadline = None if allowed is None else rfc3339(at + allowed)
        return DecisionOpened(number, key, kind, seats, deadline)
    window = window_ms(game.clocks[kind])
    clocks = start_clocks(state, seats, at, window)
    first = min((clock.deadline for clock in clocks), default=None)
    return DecisionOpened(number, key, kind, seats, first, window, clocks)


def clocks_stopped(state: Running, at: int) -> list[ClockStopped]:
    """Return the events for the clocks of all seats that have answered, or need not any more."""
    if state.banks is None or not state.banks.running:
        return []
    decision = game_of(state).decision(state.play)
    is_open = decision and state.decision and state.decision.key == decision.key
    return stop_clocks(state, decision.awaited if decision and is_open else (), at)


def _outcome(game: AnyGame, state: Running) -> Outcome | None:
    outcome = game.outcome(state.play)
    return with_resignations(outcome, state) if outcome and state.resigned else outcome


def reveal_decision(state: Running, at: int) -> DecisionOpened:
    """Return the decision that asks the sealed seats for their luck, before anything is drawn."""
    seats, allowed = tuple(sorted(state.unrevealed)), _allowed_ms(state, REVEAL)
    assert allowed is not None  # also where the table has no clock
    return DecisionOpened(0, REVEAL, REVEAL, seats, rfc3339(at + allowed))


def extend_deadline(
    state: Running, outages: Iterable[Outage]
) -> DeadlineMoved | TimeGivenBack | None:
    """Return the deadlines after these outages: the time left when one began is left when it ends.

    None if no seat has lost time that was not compensated before, and in a sandbox: its clock
    stands still meanwhile.
    """
    if state.setup.sandbox is not None:
        return None
    if state.banks is not None and not state.unrevealed:
        return give_back(state, outages)
    decision = state.decision
    if decision is None or decision.deadline is None:
        return None
    deadline = before = millis(decision.deadline)
    compensated = _compensated_until(state, before)
    for outage in sorted(outages, key=lambda each: each.began):
        if compensated < outage.ended and outage.began < deadline:
            deadline += outage.ended - max(outage.began, compensated)
            compensated = outage.ended
    return DeadlineMoved(rfc3339(deadline), rfc3339(compensated)) if deadline > before else None


def _allowed_ms(state: Running, kind: str) -> int | None:
    """Return how long a decision may take; None if the table has no clock, or banks."""
    match state.setup.clock:
        case None:
            return REVEAL_WITHOUT_CLOCK_MS if kind == REVEAL else None
        case "rules":
            return REVEAL_MS if kind == REVEAL else 1000 * game_of(state).clocks[kind]
        case Fischer(bank_seconds=seconds) | Bank(bank_seconds=seconds):
            return _reveal_ms(1000 * seconds) if kind == REVEAL else None
        case Correspondence(days=days):
            allowed = days * DAY_MS
        case seconds:
            allowed = 1000 * seconds
    return _reveal_ms(allowed) if kind == REVEAL else allowed


def _reveal_ms(allowed: int) -> int:
    return REVEAL_WITHOUT_CLOCK_MS if allowed >= REVEAL_WITHOUT_CLOCK_MS else REVEAL_MS


def _compensated_until(state: Running, deadline: int) -> int:
    """Return the end of the last outage that moved the deadline, else when the decision opened."""
    assert state.decision is not None
    if state.decision.compensated_until is not None:
        return millis(state.decision.compensated_until)
    allowed = _allowed_ms(state, state.decision.kind)
    assert allowed is not None  # a decision without a clock has no deadline
    return deadline - allowed


# What the timers have to do

BOT_PLAYS_ON_MS = 1_000  # the process that stores what a bot must answer plays on, unless it dies


class AbandonTable(Value, frozen=True):
    """Close an open table that was not started before it expired."""


class PlayDefault(Value, frozen=True):
    """Play the default for a seat that is on autopilot or has missed the deadline."""

    seat: Seat


class CloseWithheld(Value, frozen=True):
    """Close a table at which a seat has not revealed its luck in time."""


class WakeBot(Value, frozen=True):
    """Answer for the bots that are asked: the process that should have is gone."""


TimerAction: TypeAlias = AbandonTable | CloseWithheld | PlayDefault | WakeBot


def next_timer_action(state: Table, at: int) -> TimerAction | None:
    """Return what is to be done at this table at the time `at`; None if nothing is due."""
    deadline = deadline_of(state)
    passed = deadline is not None and at >= deadline
    if isinstance(state, Open):
        return AbandonTable() if passed else None
    if not isinstance(state, Running):
        return None
    if state.unrevealed:
        return CloseWithheld() if passed else None
    asked = awaited(state)
    if asked & state.autopilot:
        return PlayDefault(min(asked & state.autopilot))
    if passed and (late := first_late_seat(state, at)) is not None:
        return PlayDefault(late)
    return WakeBot() if asked & state.bots else None


def next_timer_check(state: Table, at: int) -> int | None:
    """Return when the timers should next look at this table.

    The process that stores what a bot must answer plays for it: the timers look a second later. A
    bot is never late. In a sandbox only the host makes time pass, so what is not due is not timed.
    """
    check, in_sandbox = deadline_of(state), sandbox_of(state) is not None
    if isinstance(state, Running) and (state.autopilot or state.bots) and not state.unrevealed:
        asked = awaited(state)
        if asked & state.autopilot:
            check = at
        elif asked & state.bots:
            wake_up = at if in_sandbox else at + BOT_PLAYS_ON_MS
            check = wake_up if check is None or asked <= state.bots else min(wake_up, check)
    return None if in_sandbox and check is not None and check > at else check


def earliest_default(state: Table) -> int | None:
    """Return before when no default may be played; None, any time, for a seat on autopilot.

    Also None in a sandbox: its time is not the store's.
    """
    if sandbox_of(state) is not None:
        return None
    if not isinstance(state, Running) or state.unrevealed:
        return deadline_of(state)
    if state.autopilot and awaited(state) & state.autopilot:
        return None
    return deadline_of(state)
