"""What is said at a championship: a folder per language, and what they share."""

from domain.games.gasterospeed.components import Cell, SnailId
from domain.games.gasterospeed.event_types.championship import RaceScored
from domain.games.gasterospeed.events import QuestionPut
from domain.games.gasterospeed.seen import GasteroView


def at(cell: Cell) -> str:
    return f"({cell[0]}, {cell[1]})"


def called(view: GasteroView, snail: SnailId) -> str:
    return view.snails[snail].name


def not_arrived(event: RaceScored) -> list[SnailId]:
    """Return the snails that have a place without having crossed the line, best first."""
    order = sorted((place, snail) for snail, place in enumerate(event.places) if place is not None)
    return [snail for _, snail in order if snail not in event.arrived]


def question(event: QuestionPut) -> str:
    """Return the kind of the task that waits for an answer."""
    return str(event.todo[0].__struct_config__.tag)
