"""What the timers have to do at a table, and when they should look at it next."""

from typing import TypeAlias

from domain.judging.decision_clock import awaited, deadline_of, first_late_seat
from domain.kernel.ids import Seat
from domain.kernel.messages import Value
from domain.table.state import Open, Running, Table, sandbox_of

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
