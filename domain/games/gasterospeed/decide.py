"""What a command leads to: an answer to the open question, then whatever follows from it."""

from collections.abc import Sequence
from typing import TypeVar, assert_never

from domain.games.gasterospeed import commands as do
from domain.games.gasterospeed import refusals
from domain.games.gasterospeed.answers import cards, draws, snails
from domain.games.gasterospeed.course import Course, Task
from domain.games.gasterospeed.events import GasteroEvent, QuestionPut
from domain.games.gasterospeed.rules.race import next_race
from domain.games.gasterospeed.state import GasteroState, Racing
from domain.kernel.game import Chance
from domain.kernel.ids import Seat
from domain.kernel.refusals import Rejected

T = TypeVar("T")


def decide(
    state: GasteroState, seat: Seat, command: do.GasteroCommand, chance: Chance
) -> list[GasteroEvent]:
    if not isinstance(state, Racing):
        raise Rejected(refusals.NotRacing(), rule="GS-85")
    course = Course(state, chance)
    if answer(course, seat, command):
        run(course)
    course.events.state = course.race
    return course.events


def preview(state: GasteroState, seat: Seat, command: do.GasteroCommand) -> list[GasteroEvent]:
    """The answer itself; what is rolled, drawn or revealed after it is nobody's to know."""
    if not isinstance(state, Racing):
        raise Rejected(refusals.NotRacing(), rule="GS-85")
    course = Course(state, Unlucky())
    answer(course, seat, command)
    return [*course.events]


def run(course: Course) -> None:
    """Do what is left to do until somebody has to decide, or the championship is over.

    After a race, the next begins.
    """
    while isinstance(course.race, Racing):
        if not course.todo:
            next_race(course)
        task: Task = course.todo[0]
        if task.asks(course.race):
            course.add(QuestionPut(tuple(course.todo)))
            return
        del course.todo[0]
        task.do(course)


def answer(course: Course, seat: Seat, command: do.GasteroCommand) -> bool:
    """Add the events and further tasks of an answer; return whether the question is closed."""
    match command:  # the most frequent first
        case do.CommitAction():
            return cards.commit_action(course, seat, command)
        case do.CommitSpeed():
            return cards.commit_speed(course, seat, command)
        case do.TakePath():
            return snails.take_path(course, seat, command)
        case do.Choose():
            return snails.choose(course, seat, command)
        case do.Decline():
            return snails.decline(course, seat, command)
        case do.React():
            return snails.react(course, seat, command)
        case do.DiscardTwo():
            return cards.discard_two(course, seat, command)
        case do.Place():
            return snails.place(course, seat, command)
        case do.Draw():
            return draws.draw(course, seat, command)
        case do.AnnounceDraw():
            return draws.announce_draw(course, seat, command)
        case do.Stake():
            return draws.stake(course, seat, command)
        case do.Endure():
            return snails.endure(course, seat, command)
        case do.Reroll():
            return snails.reroll(course, seat, command)
        case do.TakeExtraCard():
            return draws.take_extra_card(course, seat, command)
        case do.UseExtraShell():
            return snails.use_extra_shell(course, seat, command)
        case do.Hesitate():
            return cards.hesitate(course, seat, command)
        case _:
            assert_never(command)


class Unlucky:
    """Answers need no luck."""

    def below(self, n: int, purpose: str, seat: Seat | None = None) -> int:
        raise AssertionError(purpose)

    def shuffle(self, items: Sequence[T], purpose: str, seat: Seat | None = None) -> tuple[T, ...]:
        raise AssertionError(purpose)

    def roll(self, sides: int, purpose: str = "die", seat: Seat | None = None) -> int:
        raise AssertionError(purpose)
