"""Bids in English."""

from domain.kernel.ids import Seat
from domain.kernel.words.en import Names
from domain.kernel.words.texts import Label

from ..game import BidsView, NumberSealed, NumbersShown, NumberWritten, RoundBegun, Write

refusal_no_bid_now = "Not now."


def round_begun(event: RoundBegun, names: Names) -> str:
    return f"Round {event.round} begins."


def number_written(event: NumberWritten, names: Names) -> str:
    return f"{names.begin(event.seat)} writes {event.number}."


def number_sealed(event: NumberSealed, names: Names) -> str:
    return f"{names.begin(event.seat)} has written."


def numbers_shown(event: NumbersShown, names: Names) -> str:
    return f"The numbers: {', '.join(map(str, event.numbers))}."


def label_write(command: Write, names: Names, view: BidsView, seat: Seat) -> Label:
    return Label(f"Write {command.number}", "Write a number")
