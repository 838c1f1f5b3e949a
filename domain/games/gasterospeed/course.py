"""A decision in the making: what has happened, the state it has led to, and what is left to do."""

from domain.games.gasterospeed.events import GasteroEvent
from domain.games.gasterospeed.evolve import evolve
from domain.games.gasterospeed.state import GasteroState, Racing
from domain.games.gasterospeed.todo import AnyTask
from domain.kernel.chance import Chance
from domain.kernel.happening import Happening


class Course(Happening[GasteroState, GasteroEvent]):
    """Mutable, but never outside the one call of `decide` that made it."""

    race: Racing  # as the events so far leave it; there is none before the first one is opened

    def __init__(self, state: GasteroState, chance: Chance) -> None:
        super().__init__(state, evolve)
        self.chance = chance
        self.todo: list[AnyTask] = []
        if isinstance(state, Racing):
            self.race, self.todo = state, list(state.todo)

    def add(self, *events: GasteroEvent) -> None:
        super().add(*events)
        if isinstance(self.state, Racing):
            self.race = self.state

    def next(self, *tasks: AnyTask) -> None:
        """Do these first, in this order."""
        self.todo[:0] = tasks
