"""Single steps, slides and paths (GS-15, GS-40 … GS-42, GS-93)."""

from collections.abc import Container
from collections.abc import Set as AbstractSet

from domain.games.gasterospeed.components import Cell, Direction
from domain.games.gasterospeed.rules.track import Track
from domain.kernel.messages import Value


class Walk(Value, frozen=True):
    """The cells walked over; `bad` = the first step that cannot be made, if one cannot."""

    cells: tuple[Cell, ...]
    bad: int | None = None


def arriving(
    track: Track, occupied: Container[Cell], cell: Cell, direction: Direction
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
    occupied: Container[Cell],
    start: Cell,
    steps: tuple[Direction, ...],
    count: int,
) -> Walk:
    """GS-41, GS-42: `count` steps, unless the line or stopping terrain ends them early."""
    cells: list[Cell] = []
    here = start
    for number in range(count):
        if number == len(steps):
            return Walk(tuple(cells), number)
        ahead = track.step[here][steps[number]]
        if ahead is None or ahead in occupied:
            return Walk(tuple(cells), number)
        cells += arriving(track, occupied, ahead, steps[number])
        if ahead in track.stops:
            return Walk(tuple(cells))
        here = ahead
    return Walk(tuple(cells), count if len(steps) > count else None)


def paths(
    track: Track, occupied: Container[Cell], start: Cell, count: int
) -> dict[Cell, tuple[Direction, ...]]:
    """Where a move of so many steps can end, and one path to each of these cells."""
    found: dict[Cell, tuple[Direction, ...]] = {}
    further: list[tuple[Direction, Cell]] = []
    for first, ahead in track.ways[start]:
        if ahead in occupied:
            continue
        if count == 1 or ahead in track.stops:
            found.setdefault(arriving(track, occupied, ahead, first)[-1], (first,))
        else:
            further.append((first, ahead))
    for first, ahead in further:
        for second, end in track.ways[ahead]:
            if end not in occupied:
                last = arriving(track, occupied, end, second)[-1] if end in track.ice else end
                found.setdefault(last, (first, second))
    return found


def can_step(track: Track, occupied: AbstractSet[Cell | None], start: Cell) -> bool:
    """GS-41: a move is impossible only if no first step exists."""
    return not track.neighbours[start] <= occupied
