"""Goose in English."""

from domain.kernel.words.en import Names
from domain.kernel.words.texts import Label

from ..game import GeeseSet, GooseMoved, NotYourTurn

label_roll = Label("Roll the die", "Roll the die")


def geese_set(event: GeeseSet, names: Names) -> str:
    return f"{event.seats} geese line up."


def goose_moved(event: GooseMoved, names: Names) -> str:
    return f"{names.begin(event.seat)} rolls {event.rolled}."


def refusal_not_your_turn(refusal: NotYourTurn, names: Names) -> str:
    return f"{names.begin(refusal.turn)} has to roll."
