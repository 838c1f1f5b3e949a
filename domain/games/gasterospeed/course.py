"""A decision in the making: what has happened, the state it has led to, and what is left to do."""

from domain.games.gasterospeed.events import GasteroEvent
from domain.games.gasterospeed.evolve import evolve
from domain.games.gasterospeed.state import GasteroState, Racing
from domain.games.gasterospeed.todo import AnyTask
from domain.kernel.chance import Chance
from domain.kernel.happening import Happening


class Course(Happening[GasteroState, GasteroEvent]):
    """Mutable, but never outside the one call of `decide` that made it."""

    def __init__(self, state: GasteroState, chance: Chance) -> None:
        super().__init__(state, evolve)
        self.chance = chance
        self.todo: list[AnyTask] = list(state.todo) if isinstance(state, Racing) else []

    @property
    def race(self) -> Racing:
        """The race as the events so far leave it."""
        assert isinstance(self.state, Racing)
        return self.state

    def next(self, *tasks: AnyTask) -> None:
        """Do these first, in this order."""
        self.todo[:0] = tasks
