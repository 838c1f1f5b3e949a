"""Bids in French."""

from domain.kernel.ids import Seat
from domain.kernel.words.fr import Names
from domain.kernel.words.texts import Label

from ..game import BidsView, NumberSealed, NumbersShown, NumberWritten, RoundBegun, Write

refusal_no_bid_now = "Pas maintenant."


def round_begun(event: RoundBegun, names: Names) -> str:
    return f"La manche {event.round} commence."


def number_written(event: NumberWritten, names: Names) -> str:
    return f"{names.begin(event.seat)} écrit {event.number}."


def number_sealed(event: NumberSealed, names: Names) -> str:
    return f"{names.begin(event.seat)} a écrit."


def numbers_shown(event: NumbersShown, names: Names) -> str:
    return f"Les nombres : {', '.join(map(str, event.numbers))}."


def label_write(command: Write, names: Names, view: BidsView, seat: Seat) -> Label:
    return Label(f"Écrire {command.number}", "Écrire un nombre")
