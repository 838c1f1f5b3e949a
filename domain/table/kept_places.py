"""The places that a rematch keeps for its players, in the order of its seats."""

from domain.kernel.ids import PlayerId, Seat
from domain.table.commands import Rematch, SeatBot
from domain.table.state import Open, Setup, Table


def place_of(setup: Setup, player: PlayerId) -> int | None:
    """Return the place that a rematch keeps for this player, or None."""
    if setup.rematch is None:
        return None
    kept = (n for n, place in enumerate(setup.rematch.places) if place.player == player)
    return next(kept, None)


def seat_at(seating: Open, player: PlayerId) -> Seat:
    """Return the seat of a player who sits down: a rematch keeps the order of its places."""
    rematch = seating.setup.rematch
    own = place_of(seating.setup, player)
    if rematch is None or own is None:
        return len(seating.sitters)
    before = {place.player for place in rematch.places[:own]}
    return sum(sitter.player in before for sitter in seating.sitters)


def is_complete(state: Table) -> bool:
    """Return whether everybody has come to a rematch, so that it starts."""
    if not isinstance(state, Open) or state.setup.rematch is None:
        return False
    return len(state.sitters) == len(state.setup.rematch.places)


def bots_of(rematch: Rematch) -> list[SeatBot]:
    """Return the commands that seat the bots of a rematch."""
    return [SeatBot(p.bot, p.player, p.piece) for p in rematch.places if p.bot is not None]
