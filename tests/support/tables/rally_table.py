"""A running table of Gumball Rally with three players."""

from domain.games.gumball_rally.commands import Play, RallyOptions
from domain.games.gumball_rally.game import GAME
from domain.kernel.ids import rfc3339
from domain.kernel.messages import Event
from domain.table.clock_events import DecisionOpened
from domain.table.clocks import Pace
from domain.table.opening_events import TableOpened
from tests.support.games.gumball_rally.situations import lined_up
from tests.support.players.fixed_world import NOON
from tests.support.players.people import ANNE, BOB, CLEO
from tests.support.seats import A
from tests.support.tables.table_spec import SECOND, begun, opened

MINUTE = 60 * SECOND


def rally_table(seats: int = 3, clock: Pace = "rules", private: bool = False) -> TableOpened:
    return opened(GAME.key, RallyOptions(), seats, clock, private)


def decision_opened(
    number: int, round_: int, place: int, seat: int, at: int | None
) -> DecisionOpened:
    """Return question `number` to `seat`, with the deadline `at` (None: no clock)."""
    deadline = None if at is None else rfc3339(at)
    return DecisionOpened(number, f"play:{round_}:{place}", "play", (seat,), deadline)


ASKED_AGAIN = decision_opened(2, 1, 1, 0, NOON + MINUTE)  # seat 0, a question later


def started(clock: Pace = "rules", deadline: int | None = NOON + MINUTE) -> list[Event]:
    """Return the events up to the first turn: Anne is to play until `deadline`."""
    hands = {
        0: "black 3, blue 5, yellow 9",
        1: "red 1, red 2, red 6",
        2: "yellow 1, yellow 4, blue 8",
    }
    return [
        rally_table(clock=clock),
        *begun(ANNE, BOB, CLEO),
        *lined_up(drivers=3, hands=hands),
        decision_opened(1, 1, 1, A, deadline),
    ]


ANNE_PLAYS, BOB_PLAYS, CLEO_PLAYS = Play("R-black-3"), Play("R-red-1"), Play("R-yellow-1")
