"""A decision in the making: what has happened, the state it has led to, and what is left to do."""

from typing import Any

from domain.games.gasterospeed.state import GasteroState, Racing
from domain.games.gasterospeed.todo import AnyTask
from domain.kernel.chance import Chance
from domain.kernel.messages import Event
from domain.kernel.recorder import FoldedEvents


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
        self.todo: list[AnyTask] = [*race.todo]

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

    def next(self, *tasks: AnyTask) -> None:
        """Do these first, in this order."""
        self.todo[:0] = tasks
