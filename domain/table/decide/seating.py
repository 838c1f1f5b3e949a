"""Who sits where before the start: players, bots, pieces, and seats that become free."""

from typing import Any

from domain.kernel.game import AnyGame
from domain.kernel.ids import PlayerId, Seat
from domain.kernel.refusals import Rejected
from domain.table import refusals
from domain.table.access import no_such_table
from domain.table.clock_events import AutopilotEngaged
from domain.table.commands import ForkBot, Leave, SeatBot, Sit
from domain.table.decide.luck import require_sealed_luck
from domain.table.decide.phase import (
    require_not_resigned,
    require_open,
    return_to_seat,
    table_finished,
)
from domain.table.events import TableEvent
from domain.table.kept_places import place_of, seat_at
from domain.table.opening_events import SeatLeft, SeatTaken
from domain.table.state import Closed, NotOpened, Open, Running, Table, seats_of


def sit(state: Table, game: AnyGame, player: PlayerId, command: Sit) -> list[TableEvent]:
    if isinstance(state, Running) and seats_of(state, player):
        return sit_again(state, player)
    seating = require_open(state)
    if seats_of(seating, player):
        raise already_seated()
    kept = place_of(seating.setup, player) is not None
    if seating.setup.private and not (command.admitted or kept or player == seating.setup.host):
        raise no_such_table()  # a private table does not exist for strangers
    if seating.setup.rematch is not None and not kept:
        raise Rejected(refusals.SeatsKept())
    seat = next_seat(game, seating, player)
    require_free_piece(game, seating, command.piece)
    if command.luck is not None:
        require_sealed_luck(seating)
    return [SeatTaken(seat, player, command.piece, command.luck, key=command.key)]


def seat_bot(state: Table, game: AnyGame, player: PlayerId, command: SeatBot) -> list[TableEvent]:
    """Seat a bot for the host; a bot gives no luck."""
    seating = require_open(state)
    if player != seating.setup.host:
        raise Rejected(refusals.OnlyHostSeatsBots(), field="bot")
    seat = next_seat(game, seating, command.player)
    require_free_piece(game, seating, command.piece)
    return [SeatTaken(seat, command.player, command.piece, None, command.bot)]


def next_seat(game: AnyGame, seating: Open, player: PlayerId) -> Seat:
    """Return the next free seat, or the kept one of this player; reject if the table is full."""
    if len(seating.sitters) >= places(game, seating.setup.options, seating.setup.seats):
        raise Rejected(refusals.TableFull(seating.setup.seats))
    return seat_at(seating, player)


def places(game: AnyGame, options: Any, seats: int) -> int:
    """Return how many players fill so many seats; in some games one player keeps several."""
    return len({game.keeper(options, seat) for seat in range(seats)})


def sit_again(state: Running, player: PlayerId) -> list[TableEvent]:
    """Let a player who was late or had left take back the seats."""
    own = seats_of(state, player)
    able = [seat for seat in own if seat not in state.out_of_time] or own
    events = [event for seat in able for event in return_to_seat(state, seat)]
    if not events:
        raise already_seated()
    return events


def already_seated() -> Rejected:
    return Rejected(refusals.AlreadySeated())


def require_free_piece(game: AnyGame, seating: Open, piece: str | None) -> None:
    if piece is None:
        return
    if piece not in game.pieces:
        raise Rejected(
            refusals.UnknownPiece(game.pieces), rule=game.pieces_rule, field="preference"
        )
    if any(sitter.piece == piece for sitter in seating.sitters):
        raise Rejected(refusals.PieceTaken(piece), rule=game.pieces_rule, field="preference")


def leave(state: Table, player: PlayerId, command: Leave) -> list[TableEvent]:
    """Free a seat; before the start the host may do so too, afterwards only its owner."""
    if isinstance(state, Closed):
        raise table_finished()
    if isinstance(state, NotOpened) or command.seat >= len(state.sitters):
        raise Rejected(refusals.NobodyHasSeat(command.seat), field="seat")
    owns = state.sitters[command.seat].player == player
    if isinstance(state, Open):
        if not owns and player != state.setup.host:
            raise Rejected(refusals.OnlyPlayerOrHostClears())
        return [SeatLeft(command.seat)]
    if not owns:
        raise Rejected(refusals.OnlyPlayerLeaves())
    require_not_resigned(state, command.seat)
    if command.seat in state.autopilot:
        raise Rejected(refusals.AlreadyLeft())
    return [AutopilotEngaged(command.seat, "left")]


def fit_seats(bots: tuple[ForkBot, ...], seats: int) -> bool:
    """Return whether the bots of a fork are in the order of existing seats and leave one free."""
    taken = [each.seat for each in bots]
    return taken == sorted({seat for seat in taken if seat < seats}) and len(taken) < seats
