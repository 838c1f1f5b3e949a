"""Displacements: the events of a walk, of a shove, of a bound (GS-17, GS-18, GS-65, GS-68)."""

from collections.abc import Sequence

from domain.games.gasterospeed.components import Cell, Direction, SnailId
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.event_types.snails import How, SnailMoved
from domain.games.gasterospeed.rules.board import cell_of, is_active, others, standing, track_of
from domain.games.gasterospeed.rules.finish import clear_the_passage, crossed_the_line
from domain.games.gasterospeed.rules.shove import Crowd, Shift, forced, pushed
from domain.games.gasterospeed.rules.steps import arriving
from domain.games.gasterospeed.rules.track import TRACKS
from domain.games.gasterospeed.state import Racing


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
