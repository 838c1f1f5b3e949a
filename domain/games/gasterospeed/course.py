"""A decision in the making: what has happened, the state it has led to, and the tasks left to do.

An interrupted effect is a list of tasks in the state, next first. A task on top either is a
question (a choice, a reaction window) or is done at once; it may put further tasks before the rest.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from domain.games.gasterospeed.commands import GasteroCommand, PlayerCommand
from domain.games.gasterospeed.components import SnailId
from domain.games.gasterospeed.state import GasteroState, Racing
from domain.kernel.game import Chance
from domain.kernel.ids import MOST_SEATS, Seat
from domain.kernel.messages import Event, FoldedEvents, Value

Answers: TypeAlias = Sequence[PlayerCommand]
ALONE = tuple(frozenset((seat,)) for seat in range(MOST_SEATS))


class Course:
    """Mutable, but never outside the one call of `decide` that made it.

    `race` is as the events so far leave it. After the last event of a championship it is Finished,
    but then nothing is left to do that could look at it.
    """

    __slots__ = ("chance", "events", "race", "todo")

    def __init__(self, race: Racing, chance: Chance) -> None:
        self.race = race
        self.chance = chance
        self.events: FoldedEvents[GasteroState, Any] = FoldedEvents()
        self.todo: list[Any] = [*race.todo]

    def add(self, event: Event) -> None:
        """Append the event and apply it to the race."""
        self.race = event.apply(self.race)
        self.events.append(event)

    def add_all(self, *events: Event) -> None:
        """Append the events and apply them to the race."""
        state: Any = self.race
        for event in events:
            state = event.apply(state)
        self.events += events
        self.race = state

    def next(self, *tasks: "Task") -> None:
        """Do these first, in this order."""
        self.todo[:0] = tasks


class Question(Value, frozen=True):
    """What is asked, and of whom; `kind` selects the clock."""

    kind: str
    seats: frozenset[Seat]


def asked(kind: str, seats: Sequence[Seat]) -> Question | None:
    """Return a question to these seats; None as soon as all have answered."""
    return Question(kind, frozenset(seats)) if seats else None


def snake_case(name: str) -> str:
    """`LaySpeeds` is written `lay_speeds`."""
    return "".join(f"_{each}" if each.isupper() else each for each in name).lower().lstrip("_")


class Task(Struct, frozen=True, tag_field="task", tag=snake_case, omit_defaults=True, gc=False):
    """A step of the rules that is left to do, as data; in JSON, `task` is its kind.

    Everything in a task is public.
    """

    @abstractmethod
    def do(self, course: Course) -> None:
        """Do it: add events, and put further tasks before the rest."""

    def asks(self, race: Racing) -> bool:
        """Return whether somebody has to decide before it can be done."""
        return False

    def question(self, race: Racing) -> Question | None:
        """Return what is asked, and of whom, if it asks."""
        return None

    def legal(self, race: Racing, seat: Seat) -> Answers:
        """Return what this seat may answer now."""
        return ()

    def default(self, race: Racing, seat: Seat, answers: Answers) -> PlayerCommand:
        """Return the default move of a seat that does not answer."""
        return answers[0]

    def lapse(self, race: Racing, seat: Seat, chance: Chance) -> GasteroCommand | None:
        """Return what a time-out plays instead of the default, if anything."""
        return None

    def acts_for(self, snail: SnailId) -> bool:
        """Return whether it executes the Action card of this snail."""
        return False


class Ask(Task, frozen=True):
    """A task that may be a question; where nobody has to answer any more, `do` goes on."""

    def do(self, course: Course) -> None:
        return

    @abstractmethod
    def asks(self, race: Racing) -> bool: ...

    @abstractmethod
    def question(self, race: Racing) -> Question | None: ...

    @abstractmethod
    def answers(self, race: Racing, seat: Seat) -> Answers:
        """Return the answers of a seat that is asked."""

    def is_put_to(self, race: Racing, seat: Seat) -> bool:
        """Return whether the open question asks this seat."""
        put = self.question(race)
        return put is not None and seat in put.seats

    def legal(self, race: Racing, seat: Seat) -> Answers:
        return self.answers(race, seat) if self.is_put_to(race, seat) else ()


def open_question(race: Racing) -> Question | None:
    """Return the question that the race waits for, if it waits for one."""
    task: Task | None = race.todo[0] if race.todo else None
    return task.question(race) if task is not None and task.asks(race) else None
