"""Stones in English."""

from domain.kernel.ids import Seat
from domain.kernel.words.en import Names
from domain.kernel.words.texts import Label, Option

from ..game import HeapLaid, HeapView, NotYourTurn, StonesTaken, Take, TooFewLeft

OPTIONS = {
    "stones": Option(
        "Stones", "How many stones lie in the heap.", {"15": "15 stones", "20": "20 stones"}
    )
}


def heap_laid(event: HeapLaid, names: Names) -> str:
    return f"{event.stones} stones are laid out."


def stones_taken(event: StonesTaken, names: Names) -> str:
    return f"{names.begin(event.seat)} takes {event.stones}."


def label_take(command: Take, names: Names, view: HeapView, seat: Seat) -> Label:
    return Label(f"Take {command.stones}", "Take stones")


def refusal_not_your_turn(refusal: NotYourTurn, names: Names) -> str:
    return f"{names.begin(refusal.turn)} has to take."


def refusal_too_few_left(refusal: TooFewLeft, names: Names) -> str:
    return f"Only {refusal.left} are left."
