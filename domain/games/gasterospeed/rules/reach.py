"""Single steps, paths, and where a move can end (GS-15, GS-40 … GS-42, GS-93)."""

from collections.abc import Container
from functools import cache
from typing import NamedTuple, TypeAlias

from domain.games.gasterospeed.commands import TakePath
from domain.games.gasterospeed.components import COLOURS, Cell, Direction, SnailId
from domain.games.gasterospeed.rules.board import cell_of, occupied
from domain.games.gasterospeed.rules.track import DIRECTIONS, TRACKS, Track
from domain.games.gasterospeed.state import Racing
from domain.kernel.messages import Value

# Single steps, slides and paths (GS-15, GS-40 … GS-42, GS-93).


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


# Where a move can end: what the circuit decides of it is worked out once (GS-41, GS-42).

PATHS: tuple[dict[tuple[Direction, ...], TakePath], ...] = tuple(
    {
        steps: TakePath(snail, steps)
        for first in DIRECTIONS
        for steps in ((first,), *((first, second) for second in DIRECTIONS))
    }
    for snail in range(len(COLOURS))
)


Steps: TypeAlias = tuple[Direction, ...]
Numbered: TypeAlias = tuple[int, Cell, Steps]  # a way: its number and the cell of its first step


class Way(NamedTuple):
    """Steps that the circuit allows: the cell of the first one, and that of the last."""

    through: Cell
    end: Cell
    steps: Steps


class Reach(NamedTuple):
    """All ways, and the commands of each snail while nobody stands on one of the cells `near`.

    `by_end` has the ways to each cell with their numbers; it is empty where a snail may slide.
    """

    ways: tuple[Way, ...]
    near: frozenset[Cell]
    by_snail: tuple[tuple[TakePath, ...], ...]
    by_end: tuple[tuple[Cell, tuple[Numbered, ...]], ...]


def paths(race: Racing, snail: SnailId, count: int) -> tuple[TakePath, ...]:
    """GS-41: one path to every cell that a move of so many steps can end on."""
    here = race.snails[snail].cell
    assert here is not None  # it stands on the board
    found = reach(race.circuit, here, count)
    occupied = found.near.intersection([each.cell for each in race.snails])
    if not occupied:
        return found.by_snail[snail]
    mine = PATHS[snail]
    if found.by_end:
        return tuple([mine[steps] for _, steps in _detours(found, occupied)])
    ends = _ends(TRACKS[race.circuit], found.ways, occupied)
    return tuple([mine[steps] for steps in ends.values()])


def _detours(reach: Reach, occupied: frozenset[Cell]) -> list[tuple[int, Steps]]:
    """The first open way to each cell that is free, in the order of all ways."""
    open_ways = []
    for end, ways in reach.by_end:
        if end not in occupied:
            for number, through, steps in ways:
                if through not in occupied:
                    open_ways.append((number, steps))
                    break
    open_ways.sort()
    return open_ways


@cache
def reach(circuit: str, here: Cell, count: int) -> Reach:
    track = TRACKS[circuit]
    ways = (*_short(track, here, count), *(_long(track, here) if count > 1 else ()))
    slides = [arriving(track, (), way.end, way.steps[-1]) for way in ways]
    near = {cell for slide in slides for cell in slide} | {way.through for way in ways}
    ends = _ends(track, ways, ())
    return Reach(
        ways,
        frozenset(near - {here}),
        tuple(tuple([mine[steps] for steps in ends.values()]) for mine in PATHS),
        () if near & track.ice else _by_end(ways),
    )


def _by_end(ways: tuple[Way, ...]) -> tuple[tuple[Cell, tuple[Numbered, ...]], ...]:
    grouped: dict[Cell, list[Numbered]] = {}
    for number, (through, end, steps) in enumerate(ways):
        grouped.setdefault(end, []).append((number, through, steps))
    return tuple((end, tuple(each)) for end, each in grouped.items())


def _short(track: Track, here: Cell, count: int) -> list[Way]:
    """GS-42: single steps, and the first ones that end a longer move."""
    return [Way(n, n, (way,)) for way, n in track.ways[here] if count == 1 or n in track.stops]


def _long(track: Track, here: Cell) -> list[Way]:
    """GS-41: two steps."""
    return [
        Way(through, end, (first, second))
        for first, through in track.ways[here]
        if through not in track.stops
        for second, end in track.ways[through]
    ]


def _ends(
    track: Track, ways: tuple[Way, ...], occupied: Container[Cell | None]
) -> dict[Cell, Steps]:
    """The cells that are reached, each with the steps of the first way to it."""
    ice = track.ice
    ends: dict[Cell, Steps] = {}
    for through, end, steps in ways:
        if through not in occupied and end not in occupied:
            last = arriving(track, occupied, end, steps[-1])[-1] if end in ice else end
            ends.setdefault(last, steps)
    return ends
