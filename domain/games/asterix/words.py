"""Cards, seats and numbers as they stand in a sentence, in English and in French."""

from collections.abc import Iterable, Sequence

from domain.games.asterix.components import (
    BOX,
    GAULS,
    PIRATES,
    RANKS,
    ROMANS,
    Card,
    Character,
    Drawn,
)
from domain.kernel.ids import Seat
from domain.kernel.language import Both

NAMES: dict[Character, Both] = {each.id: (each.name_en, each.name_fr) for each in BOX.characters}


def both(parts: Iterable[Both]) -> Both:
    """A list of things, in both languages."""
    pairs = list(parts)
    return ", ".join(english for english, _ in pairs), ", ".join(french for _, french in pairs)


def card(card: Card) -> Both:
    """A card of a hand."""
    if card not in GAULS:
        return "Idéfix", "Idéfix"
    face = GAULS[card]
    english, french = NAMES[face.character]
    return f"{english} {face.value}", f"{french} {face.value}"


def drawn(card: Drawn) -> Both:
    """A card of the deck."""
    if card in ROMANS:
        rank = RANKS[ROMANS[card].value]
        return f"{rank.the_en} ({rank.value})", f"{rank.the_fr} ({rank.value})"
    face = PIRATES[card]
    return f"a Pirate ({face.name_en})", f"un Pirate ({face.name_fr})"


def seats(which: Sequence[Seat]) -> Both:
    """`seats 0, 1` with its article; the verb must fit."""
    listed = ", ".join(map(str, which))
    many = len(which) != 1
    return f"seat{'s' * many} {listed}", f"{'les places' if many else 'la place'} {listed}"


def begin(said: str) -> str:
    """With a capital."""
    return said[:1].upper() + said[1:]


def cards(count: int) -> Both:
    return f"{count} card{'s' * (count != 1)}", f"{count} carte{'s' * (count > 1)}"


def points(count: int) -> Both:
    return f"{count} point{'s' * (count != 1)}", f"{count} point{'s' * (count > 1)}"


def left(count: int) -> Both:
    english, french = cards(count)
    return f"{english} {'is' if count == 1 else 'are'} left", f"il reste {french}"
