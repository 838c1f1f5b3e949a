"""Goose in French."""

from domain.kernel.words.fr import Names
from domain.kernel.words.texts import Label

from ..game import GeeseSet, GooseMoved, NotYourTurn

label_roll = Label("Lancer le dé", "Lancer le dé")


def geese_set(event: GeeseSet, names: Names) -> str:
    return f"{event.seats} oies sont au départ."


def goose_moved(event: GooseMoved, names: Names) -> str:
    return f"{names.begin(event.seat)} lance {event.rolled}."


def refusal_not_your_turn(refusal: NotYourTurn, names: Names) -> str:
    return f"C’est {names.to(refusal.turn)} de lancer."
