"""Stones in French."""

from domain.kernel.ids import Seat
from domain.kernel.words.fr import Names
from domain.kernel.words.texts import Label, Option

from ..game import HeapLaid, HeapView, NotYourTurn, StonesTaken, Take, TooFewLeft

OPTIONS = {
    "stones": Option(
        "Pierres", "Combien de pierres compte le tas.", {"15": "15 pierres", "20": "20 pierres"}
    )
}


def heap_laid(event: HeapLaid, names: Names) -> str:
    return f"{event.stones} pierres sont posées."


def stones_taken(event: StonesTaken, names: Names) -> str:
    return f"{names.begin(event.seat)} en prend {event.stones}."


def label_take(command: Take, names: Names, view: HeapView, seat: Seat) -> Label:
    return Label(f"En prendre {command.stones}", "Prendre des pierres")


def refusal_not_your_turn(refusal: NotYourTurn, names: Names) -> str:
    return f"C’est {names.to(refusal.turn)} de prendre."


def refusal_too_few_left(refusal: TooFewLeft, names: Names) -> str:
    return f"Il n’en reste que {refusal.left}."
