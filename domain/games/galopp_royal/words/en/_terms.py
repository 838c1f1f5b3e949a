"""Bearers and gold in English."""

from collections.abc import Sequence

from domain.games.galopp_royal.components import BEARERS, Bearer
from domain.kernel.words.en import listed


def bearer(card: Bearer) -> str:
    return f"a {BEARERS[card].name_en}"


def bearers(cards: Sequence[Bearer]) -> str:
    return listed([bearer(card) for card in cards])


def gold(amount: int) -> str:
    return f"{amount} gold"
