"""Words of the game in English and French."""

from collections.abc import Sequence

from domain.games.gasterospeed.components import ACTIONS, SPEEDS, Card
from domain.kernel.ids import Seat
from domain.kernel.language import Both


def card(card: Card) -> Both:
    """GS-4: speeds are counted in Bvm/h; the actions keep their French names."""
    if card in SPEEDS:
        return f"{card} Bvm/h", f"{card} Bvm/h"
    return ACTIONS[card].name_fr, ACTIONS[card].name_fr


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
