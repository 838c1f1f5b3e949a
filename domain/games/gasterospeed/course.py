"""A decision in the making: what has happened, the state it has led to, and what is left to do."""

from collections.abc import Callable
from typing import Any

from domain.games.gasterospeed.events import GasteroEvent
from domain.games.gasterospeed.evolve import PLACE
from domain.games.gasterospeed.state import GasteroState, Racing
from domain.games.gasterospeed.todo import AnyTask
from domain.kernel.chance import Chance
from domain.kernel.happening import Happened

_PLACE: dict[type, Callable[[Any, Any], Any]] = PLACE.by_type


class Course:
    """Mutable, but never outside the one call of `decide` that made it.

    `race` is as the events so far leave it. After the last event of a championship it is Finished,
    but then nothing is left to do that could look at it.
    """

    __slots__ = ("chance", "events", "race", "todo")

    def __init__(self, race: Racing, chance: Chance) -> None:
        self.race = race
        self.chance = chance
        self.events: Happened[GasteroState, GasteroEvent] = Happened()
        self.todo: list[AnyTask] = [*race.todo]

    def add(self, event: GasteroEvent) -> None:
        """Append the event and fold it into the race."""
        self.race = _PLACE[type(event)](self.race, event)
        self.events.append(event)

    def add_all(self, *events: GasteroEvent) -> None:
        """Append the events and fold them into the race."""
        state: Any = self.race
        for event in events:
            state = _PLACE[type(event)](state, event)
        self.events += events
        self.race = state

    def next(self, *tasks: AnyTask) -> None:
        """Do these first, in this order."""
        self.todo[:0] = tasks
