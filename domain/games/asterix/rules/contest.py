"""Who wins a trick."""

from collections.abc import Mapping

from domain.games.asterix.commands import FullTie
from domain.games.asterix.components import GAULS, Card
from domain.kernel.ids import Seat
from domain.kernel.messages import Value


class Contest(Value, frozen=True):
    """The winner, if any, and who was fully tied above him."""

    winner: Seat | None
    tied: tuple[Seat, ...]


STRENGTH = {card: (gaul.value, gaul.potions) for card, gaul in GAULS.items()}


def strength(card: Card) -> tuple[int, int]:
    """AX-3.2: value, then potions."""
    return STRENGTH[card]


def contest(gauls: Mapping[Seat, Card], full_tie: FullTie) -> Contest:
    """AX-3.2, AX-3.4, AX-4.3: the best card that is not tied, or nobody."""
    tied: list[Seat] = []
    strengths = {seat: STRENGTH[card] for seat, card in gauls.items()}
    while strengths:
        best = max(strengths.values())
        equals = [seat for seat, each in strengths.items() if each == best]
        if len(equals) == 1:
            return Contest(equals[0], tuple(tied))
        tied += equals
        if full_tie == "escape":
            break
        strengths = {seat: each for seat, each in strengths.items() if each != best}
    return Contest(None, tuple(tied))
