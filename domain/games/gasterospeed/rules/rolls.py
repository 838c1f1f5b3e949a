"""Order 3, rolls that shove: Rouler Bouler and Coup de folie (GS-58, GS-65)."""

from domain.games.gasterospeed.commands import Choose
from domain.games.gasterospeed.components import BOX, SnailId
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.rules.board import owner
from domain.games.gasterospeed.rules.leaps import lost, rolled_direction
from domain.games.gasterospeed.rules.moves import force, way_by_step
from domain.games.gasterospeed.todo import AnyTask
from domain.games.gasterospeed.todo_effects import Folly, FollyStep, Roll, Tumble

TUMBLE_STEPS = BOX.action_steps["rouler_bouler"]
FOLLIES = BOX.action_steps["coup_de_folie"]


def rouler_bouler(course: Course, snail: SnailId, choice: Choose) -> None:
    course.next(
        Roll("rouler_bouler", owner(course.race, snail), snail),
        Tumble(snail, None, TUMBLE_STEPS),
    )


def tumble(course: Course, task: Tumble) -> None:
    """GS-58: the direction is fixed at the start; it stops at the first step it cannot make."""
    snail, asked = task.snail, task.asked
    way = task.direction or rolled_direction(course.race, snail, "rouler_bouler")
    shifts = way_by_step(course.race, snail, way)
    then: list[AnyTask] = [Tumble(snail, way, task.left - 1, asked)] if task.left > 1 else []
    if shifts is not None:
        force(course, Tumble(snail, way, task.left, asked), way, shifts, "crawl", *then)
    elif task.direction is None:
        lost(course, snail)


def coup_de_folie(course: Course, snail: SnailId, choice: Choose) -> None:
    course.next(Folly(snail, FOLLIES))


def folly(course: Course, task: Folly) -> None:
    """One roll, then a step by it."""
    roll = Roll("coup_de_folie", owner(course.race, task.snail), task.snail)
    course.next(roll, FollyStep(task.snail, task.left, task.asked))


def folly_step(course: Course, task: FollyStep) -> None:
    """GS-58: the heading is re-read at every step; a step that cannot be made is skipped."""
    way = rolled_direction(course.race, task.snail, "coup_de_folie")
    shifts = way_by_step(course.race, task.snail, way)
    left = task.left - 1
    then: list[AnyTask] = [Folly(task.snail, left, task.asked)] if left else []
    if shifts is None:
        course.next(*then)
    else:
        force(course, task, way, shifts, "crawl", *then)
