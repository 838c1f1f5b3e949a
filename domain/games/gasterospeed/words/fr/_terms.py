"""Cards, directions and snails in French."""

from collections.abc import Iterable

from domain.games.gasterospeed.components import ACTIONS, SPEEDS, Card, Direction, SnailId
from domain.kernel.words.fr import Names, of

DIRECTIONS: dict[Direction, str] = {
    "N": "nord",
    "NE": "nord-est",
    "E": "est",
    "SE": "sud-est",
    "S": "sud",
    "SW": "sud-ouest",
    "W": "ouest",
    "NW": "nord-ouest",
}
CARDS: dict[Card, str] = {  # GS-4: speeds are counted in Bvm/h
    **{speed: f"{speed} Bvm/h" for speed in SPEEDS},
    **{card: face.name_fr.replace("'", "’") for card, face in ACTIONS.items()},
}


def cards(many: Iterable[Card]) -> str:
    return ", ".join([CARDS[card] for card in many])


def snail(snail: SnailId, names: Names) -> str:
    """`Turbave` (GS-7), `l’escargot 3`"""
    return names.pieces[snail] if names.pieces else f"l’escargot {snail}"


def begin_snail(snail: SnailId, names: Names) -> str:
    """At the beginning of a sentence: `Turbave`, `L’escargot 3`"""
    return names.pieces[snail] if names.pieces else f"L’escargot {snail}"


def bare_snail(snail: SnailId, names: Names) -> str:
    """In a list: `Turbave`, `escargot 3`"""
    return names.pieces[snail] if names.pieces else f"escargot {snail}"


def of_snail(snail: SnailId, names: Names) -> str:
    """`d’Éclair Gluant`, `du Baron`, `de Turbave`, `de l’escargot 3`"""
    if not names.pieces:
        return f"de l’escargot {snail}"
    name = names.pieces[snail]
    if name.startswith("Le "):
        return f"du {name[3:]}"
    return of(name)
