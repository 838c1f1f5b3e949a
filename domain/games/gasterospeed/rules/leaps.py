"""Order 3, leaps: Ressort and Kangouroute Aiguë (GS-56, GS-58)."""

from domain.games.gasterospeed.commands import TOWARDS, Choose
from domain.games.gasterospeed.components import BOX, Direction, SnailId
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.event_types.cards import CardLost
from domain.games.gasterospeed.rules.board import action_card, cell_of, facing, owner, track_of
from domain.games.gasterospeed.rules.dice import Roll
from domain.games.gasterospeed.rules.forcing import Forcing
from domain.games.gasterospeed.rules.moves import way_by_bound
from domain.games.gasterospeed.state import Racing

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
