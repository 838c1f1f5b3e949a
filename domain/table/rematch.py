"""Rematches: the same people and bots at a new table, each one place further on."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.kernel.game import AnyGame
from domain.kernel.ids import PlayerId
from domain.kernel.refusals import Rejected
from domain.table import refusals
from domain.table.commands import Place
from domain.table.decide.starting import seats_for
from domain.table.state import Closed, Table, seats_of


def require_rematch(earlier: Table, game: AnyGame, player: PlayerId) -> Closed:
    """Return the closed table that a player wants a rematch of; reject one that has none."""
    if not isinstance(earlier, Closed):
        raise Rejected(refusals.RematchTooEarly())
    if not any(earlier.sitters[seat].bot is None for seat in seats_of(earlier, player)):
        raise Rejected(refusals.RematchOfOthers())
    if earlier.setup.fork is not None:
        raise Rejected(refusals.RematchOfFork())
    people = len({sitter.player for sitter in earlier.sitters})
    if earlier.reason == "cancelled" or seats_for(game, earlier.setup, people) is None:
        raise Rejected(refusals.RematchOfUnstarted())
    return earlier


def rematch_places(earlier: Closed, bots: Iterator[PlayerId]) -> tuple[Place, ...]:
    """Return the places of a rematch by seat: the player who sat second is first now.

    A bot has an id of its own at every table; `bots` yields them.
    """
    first: dict[PlayerId, Place] = {}
    for sitter in earlier.sitters:
        first.setdefault(sitter.player, Place(sitter.player, sitter.piece, sitter.bot))
    places = [
        place if place.bot is None else replace(place, player=next(bots))
        for place in first.values()
    ]
    return (*places[1:], places[0])
