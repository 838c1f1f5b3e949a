"""A fixed loop of plain Python: the unit in which the speed of games is given.

A faster machine, or a busy one, changes both alike; their quotient stays. Do not change the loop:
all recorded quotients depend on it.
"""

from typing import NamedTuple

STEPS = 1_000


class Piece(NamedTuple):
    place: int
    cards: tuple[int, ...]


def run() -> float:
    """Move a piece through tuples and a dictionary a thousand times; return the steps."""
    piece, seen = Piece(0, (1, 2, 3, 4)), dict.fromkeys(range(97), 0)
    for step in range(STEPS):
        card = piece.cards[step & 3]
        place = (piece.place * 31 + card) % 97
        seen[place] += 1
        cards = (*piece.cards[1:], card) if place & 1 else piece.cards
        piece = Piece(place, cards) if place & 2 else piece._replace(place=place, cards=cards)
    assert sum(seen.values()) == STEPS
    return STEPS
