"""Order 3, leaps: Ressort and Kangouroute Aiguë (GS-56, GS-58)."""

from domain.games.gasterospeed.card_events import CardLost
from domain.games.gasterospeed.commands import TOWARDS, Choose
from domain.games.gasterospeed.components import BOX, Direction, SnailId
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.rules.board import action_card, cell_of, facing, owner, track_of
from domain.games.gasterospeed.rules.moves import force, way_by_bound
from domain.games.gasterospeed.state import Racing
from domain.games.gasterospeed.todo_effects import Bound, FirstBound, Roll, SecondBound

AHEAD = 2


def ressort_options(race: Racing, snail: SnailId) -> tuple[Choose, ...]:
    """Any of the three forward directions that allows the bound."""
    ways = track_of(race).forward[cell_of(race, snail)]
    return tuple([TOWARDS[way] for way in ways if way_by_bound(race, snail, way) is not None])


def ressort(course: Course, snail: SnailId, choice: Choose) -> None:
    assert choice.direction is not None
    course.next(Bound(snail, choice.direction))


def bound(course: Course, task: Bound) -> None:
    """One bound of two cells; whoever stands where it lands is shoved."""
    shifts = way_by_bound(course.race, task.snail, task.direction)
    assert shifts is not None  # it was among the options, and nothing has moved since
    force(course, task, task.direction, shifts, "bound")


def kangouroute_aigue(course: Course, snail: SnailId, choice: Choose) -> None:
    course.next(FirstBound(snail))


def first_bound(course: Course, task: FirstBound) -> None:
    """Straight ahead; skipped if impossible; stopping terrain cancels the second (GS-58)."""
    ahead = facing(course.race, task.snail, AHEAD)
    shifts = way_by_bound(course.race, task.snail, ahead)
    rolled = Roll("kangouroute", owner(course.race, task.snail), task.snail)
    second = SecondBound(task.snail, shifts is not None, task.asked)
    if shifts is None:
        course.next(rolled, second)
    else:
        force(course, task, ahead, shifts, "bound", rolled, second)


def second_bound(course: Course, task: SecondBound) -> None:
    """GS-58: the roll is read from the cell reached by the first."""
    way = rolled_direction(course.race, task.snail, "kangouroute")
    shifts = way_by_bound(course.race, task.snail, way)
    if shifts is not None:
        force(course, task, way, shifts, "bound")
    elif not task.after_first:
        lost(course, task.snail)


def rolled_direction(race: Racing, snail: SnailId, table: str) -> Direction:
    """GS-54, GS-57: the die read on a table of the dashboard."""
    return facing(race, snail, BOX.direction_tables[table][race.die - 1])


def lost(course: Course, snail: SnailId) -> None:
    """GS-48"""
    card = action_card(course.race, snail)
    assert card is not None
    course.add(CardLost(snail, card, "impossible"))
