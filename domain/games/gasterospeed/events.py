"""All that can happen in a championship; its frame, its cards and its snails have a file each."""

from typing import TypeAlias

from msgspec.structs import replace

from domain.games.gasterospeed.event_types.cards import Dealing, Discarding, Laying, ReactionPlayed
from domain.games.gasterospeed.event_types.championship import (
    Ending,
    Opening,
    StartOrderFixed,
    TurnBegun,
)
from domain.games.gasterospeed.event_types.snails import (
    ActionPlayed,
    Moving,
    SnailPlaced,
    Suffering,
)
from domain.games.gasterospeed.rules.tasks import Todo
from domain.games.gasterospeed.state import Racing
from domain.kernel.messages import PublicEvent


class QuestionPut(PublicEvent, type="gasterospeed.question_put"):
    """The game waits for a decision; `todo` lists it and the tasks after it."""

    todo: Todo

    def apply(self, state: Racing) -> Racing:
        return replace(state, todo=self.todo, asked=state.asked + 1)


Placing: TypeAlias = StartOrderFixed | SnailPlaced
Turn: TypeAlias = TurnBegun | Laying | ActionPlayed | Discarding
Effect: TypeAlias = Moving | ReactionPlayed | Suffering
GasteroEvent: TypeAlias = Opening | Dealing | Placing | Turn | Effect | Ending | QuestionPut
