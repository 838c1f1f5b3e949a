"""A cheat, planted in a table of a game."""

from tests.support.cheating.forgery import Forgery
from tests.support.cheating.plants import Cheat
from tests.support.cheating.tables import bundle_of


def planted(game: str, cheat: Cheat) -> bytes:
    """Return the forged bundle, on a chain that was rebuilt."""
    honest = bundle_of(game, cheat.table)
    forgery = Forgery(honest)
    cheat.plant(forgery)
    forged = forgery.content()
    assert forged != honest
    return forged
