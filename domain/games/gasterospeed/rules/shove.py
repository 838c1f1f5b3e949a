"""Bousculade: who is displaced when a snail forces its way (GS-56, GS-65 … GS-70)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from domain.games.gasterospeed.components import Cell, Direction, SnailId
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.event_types.snails import How, SnailMoved
from domain.games.gasterospeed.rules.board import cell_of, is_active, others, standing, track_of
from domain.games.gasterospeed.rules.finish import clear_the_passage, crossed_the_line
from domain.games.gasterospeed.rules.reach import arriving
from domain.games.gasterospeed.rules.track import TRACKS, Track, absolute, beside, relative
from domain.games.gasterospeed.state import Racing
from domain.kernel.messages import Value

Starts: TypeAlias = tuple[Cell | None, ...]  # by snail
Pushed: TypeAlias = Literal["shove", "set_back", "start_line"]
BACKWARDS = (5, 6, 7)
EDGE = "#"  # off the circuit


class Shift(Value, frozen=True):
    """One snail is displaced; `how` is None for the mover itself."""

    snail: SnailId
    cells: tuple[Cell, ...]
    how: Pushed | None


class Crowd(NamedTuple):
    """The snails on a circuit; `inner_rails`: walls and obstacles set back too (GS-67)."""

    track: Track
    board: Mapping[Cell, SnailId]
    starts: Starts
    inner_rails: bool


class Crush:
    """One step that shoves, worked out on a copy of the board: all of it happens, or nothing."""

    def __init__(self, crowd: Crowd) -> None:
        self.track, self.starts, self.inner_rails = crowd.track, crowd.starts, crowd.inner_rails
        self.board = dict(crowd.board)
        self.shifts: list[Shift] = []

    def shove(self, a: Cell, direction: Direction, chain: frozenset[SnailId]) -> bool:
        """GS-66: does the snail on `a` leave its cell in this direction?"""
        behind = relative(self.track.heading[a], direction) in BACKWARDS
        if behind and a in self.track.start_line:
            return False  # GS-69
        ahead = self.track.step[a][direction]
        if ahead is not None:
            return self.make_way(a, ahead, direction, chain, "shove")
        return self.is_rail(a, direction) and self.set_back(a, direction, chain)

    def is_rail(self, a: Cell, direction: Direction) -> bool:
        """GS-67, GS-91: the edge; with `inner_rails` all that is closed, except soft carrots."""
        glyph = self.track.glyph.get(beside(a, direction), EDGE)
        soft = glyph == "O" and self.track.circuit.special_rule_id == "carrots"
        return glyph == EDGE or (self.inner_rails and not soft)

    def set_back(self, a: Cell, direction: Direction, chain: frozenset[SnailId]) -> bool:
        """GS-67: one cell back, if it can go there."""
        back = absolute(self.track.heading[a], 6)
        behind = self.track.step[a][back]
        if direction == back or behind is None or a in self.track.start_line:
            return False
        return self.make_way(a, behind, back, chain, "set_back")

    def make_way(
        self, a: Cell, n: Cell, direction: Direction, chain: frozenset[SnailId], how: Pushed
    ) -> bool:
        """From `a` to `n`, after whoever stands there has left it (GS-68)."""
        snail = self.board[a]
        if n in self.track.start_line and a not in self.track.start_line:
            return self.behind_the_line(a, snail)
        if n in self.board:
            if self.board[n] in chain:
                return False
            if not self.shove(n, direction, chain | {snail}) or n in self.board:
                return False
        self.shift(a, arriving(self.track, self.board, n, direction), how)
        return True

    def behind_the_line(self, a: Cell, snail: SnailId) -> bool:
        """GS-69: its own start cell, or the nearest free one."""
        own = self.starts[snail]
        assert own is not None
        free = [cell for cell in self.track.starts if cell not in self.board]
        place = min(free, key=lambda cell: (abs(cell[0] - own[0]), cell[0]))
        self.shift(a, (place,), "start_line")
        return True

    def shift(self, a: Cell, cells: tuple[Cell, ...], how: Pushed | None) -> None:
        snail = self.board.pop(a)
        if cells[-1] not in self.track.finish:
            self.board[cells[-1]] = snail
        self.shifts.append(Shift(snail, cells, how))


def forced(
    crowd: Crowd, start: Cell, landing: Cell | None, direction: Direction
) -> list[Shift] | None:
    """The mover comes to `landing` (None: it cannot), whoever stands there is shoved first."""
    if landing is None:
        return None
    crush = Crush(crowd)
    mover = frozenset((crush.board[start],))
    if landing in crush.board and not crush.shove(landing, direction, mover):
        return None
    if landing in crush.board:
        return None
    crush.shift(start, arriving(crowd.track, crush.board, landing, direction), None)
    return crush.shifts


def pushed(crowd: Crowd, cell: Cell, direction: Direction, chain: Iterable[SnailId]) -> list[Shift]:
    """The snail on this cell is shoved from outside; nothing happens if it cannot leave."""
    crush = Crush(crowd)
    return crush.shifts if crush.shove(cell, direction, frozenset(chain)) else []


# Displacements: the events of a walk, of a shove, of a bound (GS-17, GS-18, GS-65, GS-68).


def moved(
    course: Course, snail: SnailId, how: How, cells: tuple[Cell, ...], by: SnailId | None = None
) -> None:
    """GS-17: a snail comes to the last of these cells, and has finished if that is the line."""
    course.add(SnailMoved(snail, how, cells, by))
    if cells[-1] in TRACKS[course.race.circuit].finish:
        crossed_the_line(course, snail)


def step_alone(course: Course, snail: SnailId, direction: Direction, how: How) -> bool:
    """One single step onto a free cell; may the displacement go on? (GS-18)"""
    track, occupied = track_of(course.race), others(course.race, snail)
    ahead = track.step[cell_of(course.race, snail)][direction]
    if ahead is None or ahead in occupied:
        return False
    moved(course, snail, how, arriving(track, occupied, ahead, direction))
    return ahead not in track.stops


def way_by_step(race: Racing, snail: SnailId, direction: Direction) -> list[Shift] | None:
    """GS-65: what one step that shoves would displace; None if it cannot be made."""
    cell = cell_of(race, snail)
    return _way(race, cell, track_of(race).step[cell][direction], direction)


def way_by_bound(race: Racing, snail: SnailId, direction: Direction) -> list[Shift] | None:
    """GS-56"""
    cell = cell_of(race, snail)
    return _way(race, cell, track_of(race).flight[cell][direction], direction)


def _way(
    race: Racing, cell: Cell, landing: Cell | None, direction: Direction
) -> list[Shift] | None:
    if landing is None:
        return None
    board = standing(race)
    if landing not in board:  # as nearly always: nobody is shoved
        cells = arriving(track_of(race), board, landing, direction)
        return [Shift(board[cell], cells, None)]
    return forced(_crowd(race), cell, landing, direction)


def _crowd(race: Racing) -> Crowd:
    starts = tuple([each.start for each in race.snails])
    return Crowd(track_of(race), standing(race), starts, race.settings.inner_rails)


def thrown(race: Racing, snail: SnailId, direction: Direction, by: SnailId) -> list[Shift]:
    """GS-62: shoved by one that does not move."""
    return pushed(_crowd(race), cell_of(race, snail), direction, (by,))


def displace(course: Course, shifts: Sequence[Shift], mover: SnailId, how: How) -> None:
    """GS-68: the foremost first, the mover last."""
    knocked_out = False
    for shift in shifts:
        knocked_out |= not is_active(course.race, shift.snail)
        by = None if shift.how is None else mover
        moved(course, shift.snail, shift.how or how, shift.cells, by)
    if knocked_out:
        clear_the_passage(course)
