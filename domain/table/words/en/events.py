"""The events of a table in English.

Before the start seats close up, so the number of a seat that was taken, left or sealed may belong
to another player now: these sentences keep the number.
"""

from domain.kernel.words.en import Names, counted
from domain.table import clock_events as clock
from domain.table import end_events as end
from domain.table import opening_events as opening
from domain.table.state import CloseReason
from domain.table.words import duration, newcomer

CLOSED: dict[CloseReason, str] = {
    "finished": "The table is finished.",
    "abandoned": "The table is abandoned.",
    "withheld": "The table is closed: sealed luck was not revealed.",
    "broken": "The table is closed: the server has lost a part of it.",
    "resigned": "The table is finished: the others have resigned.",
    "agreed": "The table is closed by consent of all people, without a result.",
    "terminated": "The table is closed by an administrator, without a result.",
    "cancelled": "The host has cancelled the table.",
}
deadline_moved = time_given_back = "The server was away: the time to decide is extended."
end_lapsed = "The proposal to end the table has lapsed."


def table_opened(event: opening.TableOpened, names: Names) -> str:
    return f"A table for up to {event.seats} is opened."


def seat_taken(event: opening.SeatTaken, names: Names) -> str:
    bot = f"A bot ({event.bot})" if event.bot else "Someone"
    return f"{newcomer(event, names) or bot} takes seat {event.seat}."


def luck_sealed(event: opening.LuckSealed, names: Names) -> str:
    return f"Seat {event.seat} gives sealed luck."


def luck_revealed(event: opening.LuckRevealed, names: Names) -> str:
    return f"{names.begin(event.seat)} reveals sealed luck."


def seat_left(event: opening.SeatLeft, names: Names) -> str:
    return f"Seat {event.seat} becomes free."


def table_started(event: opening.TableStarted, names: Names) -> str:
    return f"{len(event.players)} players begin."


def luck_drawn(event: opening.LuckDrawn, names: Names) -> str:
    n = len(event.draws)
    return f"{counted(n, 'draw')} of luck {'is' if n == 1 else 'are'} made."


def decision_opened(event: clock.DecisionOpened, names: Names) -> str:
    return f"It is up to {names.seats(event.seats)}."


def clock_stopped(event: clock.ClockStopped, names: Names) -> str:
    return f"{names.begin(event.seat)} has {duration(event.bank_ms)} left."


def clock_advanced(event: clock.ClockAdvanced, names: Names) -> str:
    return f"The clock moves on by {event.seconds} s."


def timed_out(event: clock.TimedOut, names: Names) -> str:
    return f"{names.begin(event.seat)} has run out of time."


def autopilot_engaged(event: clock.AutopilotEngaged, names: Names) -> str:
    if event.reason == "bank_empty":
        seat = names.seat(event.seat)
        return f"The bank of {seat} is empty: the server plays all further moves."
    return f"{names.begin(event.seat)} goes on autopilot."


def default_played(event: clock.DefaultPlayed, names: Names) -> str:
    return f"The server plays for {names.seat(event.seat)}."


def seat_returned(event: clock.SeatReturned, names: Names) -> str:
    return f"{names.begin(event.seat)} takes over from the server."


def seat_resigned(event: end.SeatResigned, names: Names) -> str:
    return f"{names.begin(event.seat)} resigns."


def end_proposed(event: end.EndProposed, names: Names) -> str:
    return f"{names.begin(event.seat)} proposes to end the table without a result."


def end_agreed(event: end.EndAgreed, names: Names) -> str:
    return f"{names.begin(event.seat)} agrees to end the table."


def end_withdrawn(event: end.EndWithdrawn, names: Names) -> str:
    return f"{names.begin(event.seat)} wants to play on."


def table_forked(event: end.TableForked, names: Names) -> str:
    return f"This table continues from version {event.of.version} of another table."


def table_closed(event: end.TableClosed, names: Names) -> str:
    return f"{CLOSED[event.reason]} {event.notice}" if event.notice else CLOSED[event.reason]
