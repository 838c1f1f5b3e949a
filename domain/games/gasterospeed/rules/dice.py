"""Rolls of the D8, and the champion's right to roll again (GS-9, GS-106)."""

from domain.games.gasterospeed.components import BOX
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.snail_events import DieRolled
from domain.games.gasterospeed.todo_effects import Roll, RollAgain


def roll(course: Course, task: Roll) -> None:
    """GS-9, GS-106: announced with purpose, roller and result; the last result stands."""
    rolled = course.chance.roll(BOX.die, task.purpose, task.seat)
    course.add(DieRolled(task.purpose, task.seat, task.snail, rolled, task.again))
    if task.seat is None or task.purpose == "bonus":
        return
    if course.race.privileges[task.seat].rerolls:
        course.next(RollAgain(task.purpose, task.seat, task.snail))
