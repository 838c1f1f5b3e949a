"""Nim in English."""

from ludotheque import Label, Option, Seat
from ludotheque.en import Names, counted

from ludotheque_nim.game import (
    HeapsLaid,
    LastStickTaken,
    NimView,
    NotSoManySticks,
    SticksTaken,
    Take,
)

OPTIONS = {"misere": Option("Misère", "The last stick loses.")}
refusal_not_your_turn = "It is not your turn."


def heaps_laid(event: HeapsLaid, names: Names) -> str:
    return f"The heaps have {', '.join(map(str, event.sticks))} sticks."


def sticks_taken(event: SticksTaken, names: Names) -> str:
    sticks = counted(event.sticks, "stick")
    return f"{names.begin(event.seat)} takes {sticks} from heap {event.heap}."


def last_stick_taken(event: LastStickTaken, names: Names) -> str:
    return f"{names.begin(event.winner)} wins."


def label_take(command: Take, names: Names, view: NimView, seat: Seat) -> Label:
    sticks = counted(command.sticks, "stick")
    return Label(f"Take {sticks} from heap {command.heap}", f"Heap {command.heap}")


def refusal_not_so_many_sticks(refusal: NotSoManySticks, names: Names) -> str:
    return f"Heap {refusal.heap} has only {refusal.sticks} sticks."
