"""Nim in French."""

from ludotheque import Label, Option, Seat
from ludotheque.fr import Names, counted

from ludotheque_nim.game import (
    HeapsLaid,
    LastStickTaken,
    NimView,
    NotSoManySticks,
    SticksTaken,
    Take,
)

OPTIONS = {"misere": Option("Misère", "Le dernier bâton perd.")}
refusal_not_your_turn = "Ce n’est pas votre tour."


def heaps_laid(event: HeapsLaid, names: Names) -> str:
    return f"Les tas ont {', '.join(map(str, event.sticks))} bâtons."


def sticks_taken(event: SticksTaken, names: Names) -> str:
    sticks = counted(event.sticks, "bâton")
    return f"{names.begin(event.seat)} prend {sticks} du tas {event.heap}."


def last_stick_taken(event: LastStickTaken, names: Names) -> str:
    return f"{names.begin(event.winner)} gagne."


def label_take(command: Take, names: Names, view: NimView, seat: Seat) -> Label:
    sticks = counted(command.sticks, "bâton")
    return Label(f"Prendre {sticks} du tas {command.heap}", f"Tas {command.heap}")


def refusal_not_so_many_sticks(refusal: NotSoManySticks, names: Names) -> str:
    return f"Le tas {refusal.heap} n’a que {refusal.sticks} bâtons."
