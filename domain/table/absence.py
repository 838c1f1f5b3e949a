"""Time-outs, autopilot, and tables that all people have left; a bot is never on autopilot."""

from domain.kernel.ids import Seat
from domain.table.clock_events import AutopilotEngaged, DefaultPlayed, TimedOut
from domain.table.events import TableEvent
from domain.table.state import Running

TIME_OUTS_TO_AUTOPILOT = 3


def time_out(state: Running, seat: Seat, out_of_time: bool = False) -> list[TableEvent]:
    """Return the events before a default is played; a decision is missed only once.

    A seat that is out of time is on autopilot until the end.
    """
    if seat in state.autopilot or seat in state.late:
        return [DefaultPlayed(seat)]
    running = state.time_outs[seat] + 1
    events: list[TableEvent] = [TimedOut(seat, running)]
    if out_of_time:
        events.append(AutopilotEngaged(seat, "bank_empty"))
    elif running >= TIME_OUTS_TO_AUTOPILOT and seat not in state.bots:
        events.append(AutopilotEngaged(seat, "time_outs"))
    return events


def deserted(state: Running) -> bool:
    """Return whether all people are on autopilot; never true for a table of bots only.

    If each of them is out of time or has resigned, the server plays the game to its end.
    """
    people = frozenset(range(len(state.sitters))) - state.bots
    gone = state.out_of_time | frozenset(state.resigned)
    return bool(people) and people <= state.autopilot and not people <= gone
