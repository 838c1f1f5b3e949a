"""Words of the game in English and French."""

import re
from collections.abc import Sequence

from domain.games.gasterospeed.components import ACTIONS, CIRCUITS, SPEEDS, Card, CircuitId
from domain.games.gasterospeed.state import Finished, GasteroState, NotBegun
from domain.kernel.ids import Seat
from domain.kernel.language import Both, Lang

ENGLISH_SNAIL = re.compile(r"\b[Ss]nail (\d)")
FRENCH_SNAIL = re.compile(r"\b(de )?(?:[Ll]')?escargot (\d)")
VOWELS = frozenset("AEÉÈÊHIOU")


def card(card: Card) -> Both:
    """GS-4: speeds are counted in Bvm/h."""
    if card in SPEEDS:
        return f"{card} Bvm/h", f"{card} Bvm/h"
    return both(ACTIONS[card].name_en, ACTIONS[card].name_fr)


def circuit(circuit: CircuitId) -> Both:
    return both(CIRCUITS[circuit].name_en, CIRCUITS[circuit].name_fr)


def both(english: str, french: str) -> Both:
    """A name in both languages; in English with the French one, which the rules use."""
    return english if english == french else f"{english} ({french})", french


def named(state: GasteroState, text: str, lang: Lang) -> str:
    """GS-7: a sentence with the racing names of the snails it mentions."""
    if isinstance(state, NotBegun):
        return text
    race = state.last if isinstance(state, Finished) else state
    names = [snail.name for snail in race.snails]
    if lang == "en":
        return ENGLISH_SNAIL.sub(lambda found: names[int(found[1])], text)
    return FRENCH_SNAIL.sub(lambda found: french_name(found[1], names[int(found[2])]), text)


def french_name(of: str | None, name: str) -> str:
    """A racing name; `of` is "de " where it follows that word."""
    if of is None:
        return name
    if name.startswith("Le "):
        return f"du {name[3:]}"
    return f"d'{name}" if name[0] in VOWELS else f"de {name}"


def cards(many: Sequence[Card]) -> Both:
    return ", ".join(card(each)[0] for each in many), ", ".join(card(each)[1] for each in many)


def count(number: int, one: str) -> str:
    return f"{number} {one}{'s' * (number != 1 if one in ENGLISH else number > 1)}"


ENGLISH = frozenset(("card", "shell", "discard"))


def listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def seats(many: Sequence[Seat]) -> Both:
    if len(many) == 1:
        return f"Seat {many[0]}", f"La place {many[0]}"
    return f"Seats {listed(many)}", f"Les places {listed(many)}"
