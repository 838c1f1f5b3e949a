"""The label of every action, made from the view of the seat alone."""

from typing import Any

from domain.games.asterix.commands import AsterixCommand, Free, Idefix, Pirates, Play
from domain.games.asterix.components import PIRATES
from domain.games.asterix.view import AsterixView
from domain.games.asterix.words import card, drawn
from domain.kernel.ids import Seat
from domain.kernel.labels import Label, ParameterLabel
from domain.kernel.language import Both

CARDS: Both = ("Choose a card", "Choisir une carte")
IDEFIX: Both = ("Idéfix has found a card", "Idéfix a trouvé une carte")
FREEING: Both = ("Let your Pirates act", "Faire agir vos Pirates")
PARAMETERS = {
    "sequence": ParameterLabel(
        ("Order of the Pirates", "Ordre des Pirates"),
        FREEING,
        (
            "AX-7.2: each of your Pirates once, in the order in which they act; `roman` is a Roman"
            " of yours that this Pirate can free at that moment (highest and lowest: of those then"
            " left) and is absent only if there is none. The list names one sequence for each"
            " outcome, the best first; any other order or copy that keeps to this is accepted too.",
            "AX-7.2 : chacun de vos Pirates une fois, dans l'ordre où ils agissent ; `roman` est un"
            " de vos Romains que ce Pirate peut libérer à ce moment (le plus haut, le plus bas :"
            " parmi ceux qui restent) et ne manque que s'il n'y en a pas. La liste donne une suite"
            " pour chaque résultat, la meilleure d'abord ; tout autre ordre ou exemplaire qui"
            " respecte cela est accepté aussi.",
        ),
    )
}


def label(view: AsterixView | None, seat: Seat, command: AsterixCommand) -> Label:
    match command:
        case Play(card=played):
            english, french = card(played)
            return Label((f"Play {english}", f"Jouer {french}"), CARDS)
        case Idefix(to=to):
            assert view is not None
            return Label(_found(view, seat, to), IDEFIX)
        case Pirates(sequence=sequence):
            return Label(_freed(sequence), FREEING)


def choice(field: str, value: Any) -> Both:
    """Return a Pirate or a Roman in words; the copies of a Roman are numbered."""
    if value in PIRATES:
        return drawn(value)
    english, french = drawn(value)
    copy = value.rpartition("-")[2]
    return f"{english} no. {copy}", f"{french} n° {copy}"


def _found(view: AsterixView, seat: Seat, to: Seat) -> Both:
    found = view.looked_at
    english, french = ("the card", "la carte") if found is None else drawn(found)
    if to == seat:
        return f"Keep {english}", f"Garder {french}"
    return f"Give {english} to seat {to}", f"Donner {french} à la place {to}"


def _freed(sequence: tuple[Free, ...]) -> Both:
    if not sequence:
        return "Free nobody", "Ne libérer personne"
    pairs = [_one_freed(each) for each in sequence]
    return "; ".join(english for english, _ in pairs), " ; ".join(french for _, french in pairs)


def _one_freed(free: Free) -> Both:
    face = PIRATES[free.pirate]
    freed = ("nobody", "personne") if free.roman is None else choice("roman", free.roman)
    return f"Pirate ({face.name_en}): {freed[0]}", f"Pirate ({face.name_fr}) : {freed[1]}"
