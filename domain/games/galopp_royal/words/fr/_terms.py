"""Bearers and gold in French."""

from collections.abc import Sequence

from domain.games.galopp_royal.components import BEARERS, Bearer
from domain.kernel.words.fr import counted, listed


def bearer(card: Bearer) -> str:
    return f"un {BEARERS[card].name_fr}"


def bearers(cards: Sequence[Bearer]) -> str:
    return listed([bearer(card) for card in cards])


def gold(amount: int) -> str:
    return f"{counted(amount, 'pièce')} d’or"
