"""Whole rounds played by a plan of the test: who keeps what, and everybody plays on."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from domain.games.bug_race.commands import BugRaceCommand, BugRaceOptions, Keep, Play
from domain.games.bug_race.events import BugRaceEvent
from domain.games.bug_race.game import GAME
from domain.games.bug_race.state import BugRaceState, Drafting, Playing
from domain.kernel.game import Chance, Seated
from domain.kernel.ids import Seat
from domain.kernel.messages import state_after

Plan: TypeAlias = Callable[[BugRaceState, Seat], BugRaceCommand]
K = TypeVar("K", bound=BugRaceEvent)


class Table:
    """A race under way, and all that has happened so far."""

    def __init__(self, seats: int, luck: Chance, options: BugRaceOptions | None = None) -> None:
        self.luck = luck
        self.state: BugRaceState = GAME.initial
        self.events: list[BugRaceEvent] = []
        chosen = options or BugRaceOptions()
        self._happen(GAME.deal([Seated(seat) for seat in range(seats)], chosen, luck))

    def ask(self, seat: Seat, command: BugRaceCommand) -> list[BugRaceEvent]:
        told = GAME.decide(self.state, seat, command, self.luck)
        self._happen(told)
        return told

    def _happen(self, events: list[BugRaceEvent]) -> None:
        self.events += events
        self.state = state_after(self.state, events)

    def draft(self, plan: Plan = GAME.default) -> None:
        """Until everybody has his hand."""
        while isinstance(self.state, Drafting):
            self._answer(plan)

    def round(self, plan: Plan = GAME.default) -> None:
        """A draft, and all its cards."""
        self.draft(plan)
        while isinstance(self.state, Playing):
            self._answer(plan)

    def _answer(self, plan: Plan) -> None:
        decision = GAME.decision(self.state)
        assert decision is not None
        seat = min(decision.awaited)
        self.ask(seat, plan(self.state, seat))

    def told(self, kind: type[K]) -> list[K]:
        return [event for event in self.events if isinstance(event, kind)]


def standing_still(state: BugRaceState, seat: Seat) -> BugRaceCommand:
    """Keeps the first card, and plays without ever moving."""
    command = GAME.default(state, seat)
    return Play(command.card, ()) if isinstance(command, Play) else command


def keeping_lowest(state: BugRaceState, seat: Seat) -> BugRaceCommand:
    """Keeps the card with the lowest number."""
    if isinstance(state, Drafting):
        return Keep(min(state.offered[seat]))
    return standing_still(state, seat)
