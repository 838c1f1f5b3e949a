"""Orders 3 and 4: leaps, rolls that shove, slides, digestion (GS-52, GS-56, GS-58, GS-65)."""

from domain.games.gasterospeed.commands import TOWARDS, Choose
from domain.games.gasterospeed.components import BOX, Direction, SnailId
from domain.games.gasterospeed.course import Course, Task
from domain.games.gasterospeed.event_types.cards import CardLost
from domain.games.gasterospeed.rules.board import (
    action_card,
    cell_of,
    facing,
    others,
    owner,
    track_of,
)
from domain.games.gasterospeed.rules.dice import Roll
from domain.games.gasterospeed.rules.forcing import Forcing
from domain.games.gasterospeed.rules.shove import step_alone, way_by_bound, way_by_step
from domain.games.gasterospeed.state import Racing

# Order 3, leaps: Ressort and Kangouroute Aiguë (GS-56, GS-58).

AHEAD = 2


def spring_options(race: Racing, snail: SnailId) -> tuple[Choose, ...]:
    """Any of the three forward directions that allows the bound."""
    ways = track_of(race).forward[cell_of(race, snail)]
    return tuple([TOWARDS[way] for way in ways if way_by_bound(race, snail, way) is not None])


def spring(course: Course, snail: SnailId, choice: Choose) -> None:
    assert choice.direction is not None
    course.next(Bound(snail, choice.direction))


class Bound(Forcing, frozen=True):
    """Execute Ressort: one bound."""

    snail: SnailId
    direction: Direction
    asked: bool = False

    def do(self, course: Course) -> None:
        """One bound of two cells; whoever stands where it lands is shoved."""
        shifts = way_by_bound(course.race, self.snail, self.direction)
        assert shifts is not None  # it was among the options, and nothing has moved since
        self.force(course, self.direction, shifts, "bound")


def sharp_kangaroute(course: Course, snail: SnailId, choice: Choose) -> None:
    course.next(FirstBound(snail))


class FirstBound(Forcing, frozen=True):
    """Execute Kangouroute Aiguë: the first bound."""

    snail: SnailId
    asked: bool = False

    def do(self, course: Course) -> None:
        """Straight ahead; skipped if impossible; stopping terrain cancels the second (GS-58)."""
        ahead = facing(course.race, self.snail, AHEAD)
        shifts = way_by_bound(course.race, self.snail, ahead)
        rolled = Roll("kangaroute", owner(course.race, self.snail), self.snail)
        second = SecondBound(self.snail, shifts is not None, self.asked)
        if shifts is None:
            course.next(rolled, second)
        else:
            self.force(course, ahead, shifts, "bound", rolled, second)


class SecondBound(Forcing, frozen=True):
    snail: SnailId
    after_first: bool
    asked: bool = False

    def do(self, course: Course) -> None:
        """GS-58: the roll is read from the cell reached by the first."""
        way = rolled_direction(course.race, self.snail, "kangaroute")
        shifts = way_by_bound(course.race, self.snail, way)
        if shifts is not None:
            self.force(course, way, shifts, "bound")
        elif not self.after_first:
            lost(course, self.snail)


def rolled_direction(race: Racing, snail: SnailId, table: str) -> Direction:
    """GS-54, GS-57: the die read on a table of the dashboard."""
    return facing(race, snail, BOX.direction_tables[table][race.die - 1])


def lost(course: Course, snail: SnailId) -> None:
    """GS-48"""
    card = action_card(course.race, snail)
    assert card is not None
    course.add(CardLost(snail, card, "impossible"))


# Order 3, rolls that shove: Rouler Bouler and Coup de folie (GS-58, GS-65).

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


# Order 4, what slides or is digested: Aspiration gluante and Laitue Bleue (GS-52).

LETTUCE_STEPS = BOX.action_steps["blue_lettuce"]


def sticky_slipstream_options(race: Racing, snail: SnailId) -> tuple[Choose, ...]:
    """GS-52: behind another snail, and onto a free cell ahead; where it may, it stays."""
    if not in_a_slipstream(race, snail):
        return ()
    track, cell, occupied = track_of(race), cell_of(race, snail), others(race, snail)
    step = track.step[cell]
    free = [way for way in track.forward[cell] if step[way] and step[way] not in occupied]
    stay = (Choose(),) if free and race.settings.optional_slipstream else ()
    return (*[TOWARDS[way] for way in free], *stay)


def in_a_slipstream(race: Racing, snail: SnailId) -> bool:
    """GS-52: on cell 5, 6 or 7 of another snail still on the board, as that one faces."""
    here, slipstream = cell_of(race, snail), track_of(race).slipstream
    return any(here in slipstream[cell] for cell in others(race, snail))


def sticky_slipstream(course: Course, snail: SnailId, choice: Choose) -> None:
    if choice.direction is not None:
        step_alone(course, snail, choice.direction, "crawl")
