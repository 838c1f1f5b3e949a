"""Single steps, slides and paths (GS-15, GS-40 … GS-42, GS-93)."""

from collections.abc import Container

from domain.games.gasterospeed.components import Cell, Direction, SnailId
from domain.games.gasterospeed.rules.board import cell_of, occupied
from domain.games.gasterospeed.rules.track import TRACKS, Track
from domain.games.gasterospeed.state import Racing
from domain.kernel.messages import Value


class Walk(Value, frozen=True):
    """The cells walked over; `bad` = the first step that cannot be made, if one cannot."""

    cells: tuple[Cell, ...]
    bad: int | None = None


def arriving(
    track: Track, occupied: Container[Cell | None], cell: Cell, direction: Direction
) -> tuple[Cell, ...]:
    """GS-93: this cell, and those a snail slides over from it on ice."""
    if cell not in track.ice:
        return (cell,)
    cells = [cell]
    while cell in track.ice:
        ahead = track.step[cell][direction]
        if ahead is None or ahead in occupied or ahead in track.start_line:
            break
        cells.append(cell := ahead)
    return tuple(cells)


def walk(
    track: Track,
    occupied: Container[Cell | None],
    start: Cell,
    steps: tuple[Direction, ...],
    count: int,
) -> Walk:
    """GS-41, GS-42: `count` steps, unless the line or stopping terrain ends them early."""
    cells: list[Cell] = []
    here = start
    for number, step in enumerate(steps[:count]):
        ahead = track.step[here][step]
        if ahead is None or ahead in occupied:
            return Walk(tuple(cells), number)
        if ahead in track.stops:
            return Walk((*cells, *arriving(track, occupied, ahead, step)))
        cells.append(ahead)
        here = ahead
    return Walk(tuple(cells), None if len(steps) == count else min(len(steps), count))


def can_step(race: Racing, snail: SnailId) -> bool:
    """GS-41: a move is impossible only if no first step exists."""
    neighbours = TRACKS[race.circuit].neighbours[cell_of(race, snail)]
    return len(neighbours) >= len(race.snails) or not neighbours <= occupied(race)
