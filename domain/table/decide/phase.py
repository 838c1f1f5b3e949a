"""The phase in which a command is possible, and the seat that acts."""

from domain.kernel.ids import PlayerId, Seat
from domain.kernel.refusals import Rejected
from domain.table import refusals
from domain.table.clock_events import SeatReturned
from domain.table.events import TableEvent
from domain.table.state import Closed, Open, Running, Table, seats_of


def require_open(state: Table) -> Open:
    """Return the state if players can still sit down; reject otherwise."""
    if isinstance(state, Running):
        raise Rejected(refusals.AlreadyStarted())
    if isinstance(state, Closed):
        raise table_finished()
    assert isinstance(state, Open)
    return state


def require_running(state: Table) -> Running:
    """Return the state if the play is on; reject otherwise."""
    if isinstance(state, Closed):
        raise table_finished()
    if not isinstance(state, Running):
        raise Rejected(refusals.NotStarted())
    return state


def require_dealt(state: Table) -> Running:
    """Return the state if seats can play; reject before the deal and after the end."""
    running = state if isinstance(state, Running) else require_running(state)
    if running.unrevealed:
        raise Rejected(refusals.LuckNotRevealed(tuple(sorted(running.unrevealed))))
    return running


def own_seat(state: Table, player: PlayerId, asked: Seat | None) -> Seat:
    """Return the seat a player acts for: the only one, or the one asked for."""
    own = seats_of(state, player)
    if not own:
        raise Rejected(refusals.NotSeated())
    if asked is None and len(own) > 1:
        raise Rejected(refusals.WhichSeat(own), field="seat")
    if asked is not None and asked not in own:
        raise Rejected(refusals.NotYourSeat(asked), field="seat")
    return own[0] if asked is None else asked


def return_to_seat(state: Running, seat: Seat) -> list[TableEvent]:
    """Return the event that ends the autopilot and the time-outs of a seat that acts again."""
    if seat in state.resigned:
        raise Rejected(refusals.HasResigned())
    if seat in state.out_of_time:
        raise Rejected(refusals.BankEmpty(seat))
    late = state.time_outs[seat] > 0 or seat in state.autopilot
    return [SeatReturned(seat)] if late else []


def require_not_resigned(state: Running, seat: Seat) -> None:
    """Reject the player of a seat that has resigned."""
    if seat in state.resigned:
        raise Rejected(refusals.HasResigned())


def table_finished() -> Rejected:
    return Rejected(refusals.NoMoreChanges())
