"""Order 3, rolls that shove: Rouler Bouler and Coup de folie (GS-58, GS-65)."""

from domain.games.gasterospeed.commands import Choose
from domain.games.gasterospeed.components import BOX, Direction, SnailId
from domain.games.gasterospeed.course import Course, Task
from domain.games.gasterospeed.rules.board import owner
from domain.games.gasterospeed.rules.dice import Roll
from domain.games.gasterospeed.rules.forcing import Forcing
from domain.games.gasterospeed.rules.leaps import lost, rolled_direction
from domain.games.gasterospeed.rules.moves import way_by_step

TUMBLE_STEPS = BOX.action_steps["rolling_ball"]
FOLLIES = BOX.action_steps["fit_of_madness"]


def rolling_ball(course: Course, snail: SnailId, choice: Choose) -> None:
    course.next(
        Roll("rolling_ball", owner(course.race, snail), snail), Tumble(snail, None, TUMBLE_STEPS)
    )


class Tumble(Forcing, frozen=True):
    """Execute Rouler Bouler; `direction` is null before the roll."""

    snail: SnailId
    direction: Direction | None
    left: int
    asked: bool = False

    def do(self, course: Course) -> None:
        """GS-58: the direction is fixed at the start; it stops at the first step it cannot make."""
        snail, left, asked = self.snail, self.left, self.asked
        way = self.direction or rolled_direction(course.race, snail, "rolling_ball")
        shifts = way_by_step(course.race, snail, way)
        then: list[Task] = [Tumble(snail, way, left - 1, asked)] if left > 1 else []
        if shifts is not None:
            Tumble(snail, way, left, asked).force(course, way, shifts, "crawl", *then)
        elif self.direction is None:
            lost(course, snail)


def fit_of_madness(course: Course, snail: SnailId, choice: Choose) -> None:
    course.next(Folly(snail, FOLLIES))


class Folly(Task, frozen=True):
    """Execute Coup de folie: the number of rolls left."""

    snail: SnailId
    left: int
    asked: bool = False

    def do(self, course: Course) -> None:
        """One roll, then a step by it."""
        roll = Roll("fit_of_madness", owner(course.race, self.snail), self.snail)
        course.next(roll, FollyStep(self.snail, self.left, self.asked))


class FollyStep(Forcing, frozen=True):
    snail: SnailId
    left: int
    asked: bool = False

    def do(self, course: Course) -> None:
        """GS-58: the heading is re-read at every step; a step that cannot be made is skipped."""
        way = rolled_direction(course.race, self.snail, "fit_of_madness")
        shifts = way_by_step(course.race, self.snail, way)
        left = self.left - 1
        then: list[Task] = [Folly(self.snail, left, self.asked)] if left else []
        if shifts is None:
            course.next(*then)
        else:
            self.force(course, way, shifts, "crawl", *then)
