"""Cards, circuits, directions and snails in English."""

from collections.abc import Iterable

from domain.games.gasterospeed.components import (
    ACTIONS,
    CIRCUITS,
    SPEEDS,
    ActionCard,
    Card,
    Circuit,
    CircuitId,
    Direction,
    SnailId,
)
from domain.kernel.words.en import Names

DIRECTIONS: dict[Direction, str] = {
    "N": "north",
    "NE": "north-east",
    "E": "east",
    "SE": "south-east",
    "S": "south",
    "SW": "south-west",
    "W": "west",
    "NW": "north-west",
}


def _translated(piece: ActionCard | Circuit) -> str:
    """Return the English name with the French one, which the rules use."""
    english, french = piece.name_en, piece.name_fr
    return english if english == french else f"{english} ({french})"


CARDS: dict[Card, str] = {  # GS-4: speeds are counted in Bvm/h
    **{speed: f"{speed} Bvm/h" for speed in SPEEDS},
    **{card: _translated(face) for card, face in ACTIONS.items()},
}


def cards(many: Iterable[Card]) -> str:
    return ", ".join([CARDS[card] for card in many])


def circuit(circuit: CircuitId) -> str:
    return _translated(CIRCUITS[circuit])


def snail(snail: SnailId, names: Names) -> str:
    """`Turbave` (GS-7), `snail 3`"""
    return names.pieces[snail] if names.pieces else f"snail {snail}"


def begin_snail(snail: SnailId, names: Names) -> str:
    """At the beginning of a sentence: `Turbave`, `Snail 3`"""
    return names.pieces[snail] if names.pieces else f"Snail {snail}"
