"""Rolls of the D8, and the champion's right to roll again (GS-9, GS-106)."""

from domain.games.gasterospeed.commands import Decline, Reroll
from domain.games.gasterospeed.components import BOX, SnailId
from domain.games.gasterospeed.course import ALONE, Answers, Ask, Course, Question, Task
from domain.games.gasterospeed.event_types.snails import DieRolled
from domain.games.gasterospeed.state import Purpose, Racing
from domain.kernel.ids import Seat


class Roll(Task, frozen=True):
    """Roll the die (GS-9)."""

    purpose: Purpose
    seat: Seat | None
    snail: SnailId | None = None
    again: bool = False

    def do(self, course: Course) -> None:
        """GS-9, GS-106: announced with purpose, roller and result; the last result stands."""
        rolled = course.chance.roll(BOX.die, self.purpose, self.seat)
        course.add(DieRolled(self.purpose, self.seat, self.snail, rolled, self.again))
        if self.seat is None or self.purpose == "bonus":
            return
        if course.race.privileges[self.seat].rerolls:
            course.next(RollAgain(self.purpose, self.seat, self.snail))


class RollAgain(Ask, frozen=True):
    """A champion may roll the die again (GS-106)."""

    purpose: Purpose
    seat: Seat
    snail: SnailId | None = None

    def asks(self, race: Racing) -> bool:
        return True

    def question(self, race: Racing) -> Question:
        return Question("reroll", ALONE[self.seat])

    def answers(self, race: Racing, seat: Seat) -> Answers:
        return [Decline(), Reroll()]
