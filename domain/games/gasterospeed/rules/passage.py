"""GS-83: K.O. snails that close the only passage are taken off."""

from collections import deque

from domain.games.gasterospeed.components import Cell, SnailId
from domain.games.gasterospeed.rules.board import track_of
from domain.games.gasterospeed.rules.track import Track
from domain.games.gasterospeed.state import Racing


def in_the_way(race: Racing) -> list[SnailId]:
    """The K.O. snails to take off now, for the first snail (in grid order) that is shut in."""
    knocked_out = {
        snail.cell: number
        for number, snail in enumerate(race.snails)
        if snail.status == "ko" and snail.cell is not None
    }
    if not knocked_out:
        return []
    track = track_of(race)
    cells = [snail.cell for snail in race.snails if snail.status == "active" and snail.cell]
    if all(track.way_home[cell].isdisjoint(knocked_out) for cell in cells):
        return []  # as nearly always
    free = _reached(track, knocked_out)
    for cell in sorted(cells, key=lambda c: (c[1], c[0])):
        if cell not in free:
            return [knocked_out[c] for c in _path(track, knocked_out, cell) if c in knocked_out]
    return []


def _reached(track: Track, closed: dict[Cell, SnailId]) -> set[Cell]:
    """All cells with a free path to the line (steps are open both ways)."""
    seen = {*track.finish, *closed}
    ahead = [*track.finish]
    while ahead:
        new = track.neighbours[ahead.pop()] - seen
        seen |= new
        ahead += new
    return seen.difference(closed)


def _path(track: Track, knocked_out: dict[Cell, SnailId], start: Cell) -> list[Cell]:
    """A path to the line that crosses as few K.O. snails as possible, shortest first."""
    came_from: dict[Cell, Cell] = {start: start}
    queue, behind_a_snail = deque([start]), deque[Cell]()
    while queue:
        cell = queue.popleft()
        if cell in track.finish:
            return _back(came_from, cell)
        for _, n in track.ways[cell]:
            if n not in came_from:
                came_from[n] = cell
                (behind_a_snail if n in knocked_out else queue).append(n)
        if not queue:
            queue, behind_a_snail = behind_a_snail, deque()
    return []


def _back(came_from: dict[Cell, Cell], cell: Cell) -> list[Cell]:
    path = [cell]
    while came_from[cell] != cell:
        cell = came_from[cell]
        path.append(cell)
    return path[::-1]
