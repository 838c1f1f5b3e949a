"""Who is late, who plays for himself again, and when nobody is left; a bot is never absent."""

from domain.kernel.ids import Seat
from domain.table.events import (
    AutopilotEngaged,
    DefaultPlayed,
    SeatReturned,
    TableEvent,
    TimedOut,
)
from domain.table.state import Running

TIME_OUTS_TO_AUTOPILOT = 3


def return_to_seat(state: Running, seat: Seat) -> list[TableEvent]:
    """Whoever sends a command plays for himself again."""
    late = state.time_outs[seat] > 0 or seat in state.autopilot
    return [SeatReturned(seat)] if late else []


def time_out(state: Running, seat: Seat) -> list[TableEvent]:
    """What is said before a default is played for a seat; a question is missed only once."""
    if seat in state.autopilot or seat in state.late:
        return [DefaultPlayed(seat)]
    running = state.time_outs[seat] + 1
    said: list[TableEvent] = [TimedOut(seat, running)]
    if running >= TIME_OUTS_TO_AUTOPILOT and seat not in state.bots:
        said.append(AutopilotEngaged(seat, "time_outs"))
    return said


def deserted(state: Running) -> bool:
    """All people have gone; a table that was for bots only is never deserted."""
    people = frozenset(range(len(state.sitters))) - state.bots
    return bool(people) and people <= state.autopilot
