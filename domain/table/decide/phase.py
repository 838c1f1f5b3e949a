"""The phase in which a command is possible, and the seat that acts."""

from domain.kernel.ids import PlayerId, Seat
from domain.kernel.rejection import Rejected
from domain.table.state import Closed, Open, Running, Table, seats_of


def require_open(state: Table) -> Open:
    """Return the state if players can still sit down; reject otherwise."""
    if isinstance(state, Running):
        raise Rejected(
            "already_started", "The game at this table has started; its seats are fixed."
        )
    if isinstance(state, Closed):
        raise table_finished()
    assert isinstance(state, Open)
    return state


def require_running(state: Table) -> Running:
    """Return the state if the play is on; reject otherwise."""
    if isinstance(state, Closed):
        raise table_finished()
    if not isinstance(state, Running):
        raise Rejected("not_started", "The game at this table has not started.")
    return state


def require_dealt(state: Table) -> Running:
    """Return the state if seats can play; reject before the deal and after the end."""
    running = require_running(state)
    if running.unrevealed:
        seats = ", ".join(map(str, sorted(running.unrevealed)))
        raise Rejected(
            "luck_not_revealed", f"The deal waits for the sealed luck of these seats: {seats}."
        )
    return running


def own_seat(state: Table, player: PlayerId, asked: Seat | None) -> Seat:
    """Return the seat a player acts for: the only one, or the one asked for."""
    own = seats_of(state, player)
    if not own:
        raise Rejected("not_seated", "You have no seat at this table.")
    if asked is None and len(own) > 1:
        raise Rejected(
            "which_seat",
            f"You have the seats {', '.join(map(str, own))}. Add `?seat=` with one of them.",
            field="seat",
        )
    if asked is not None and asked not in own:
        raise Rejected("not_your_seat", f"Seat {asked} is not yours.", field="seat")
    return own[0] if asked is None else asked


def table_finished() -> Rejected:
    return Rejected("table_finished", "This table is closed; it accepts no more changes.")
