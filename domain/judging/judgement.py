"""What a judgement depends on, and what it consists of."""

from collections.abc import Sequence

from domain.judging.actors import Actor, ByPlayer
from domain.judging.fold import fold
from domain.kernel.ids import PlayerId, Seat, TableId
from domain.kernel.messages import Command, Event, Value
from domain.table.state import Table


class Context(Value, frozen=True):
    """Everything that a judgement may depend on."""

    table: TableId
    state: Table
    seed: bytes
    actor: Actor
    at: int  # ms since 1970
    rules: str | None = None  # the edition a table is opened under; None: the current one


class Judgement(Value, frozen=True):
    """The events a command causes, the state after them, and the seat that acted."""

    command: Command
    events: tuple[Event, ...]
    state: Table
    seat: Seat | None


def player_of(context: Context) -> PlayerId:
    """Return the player who sends the command."""
    assert isinstance(context.actor, ByPlayer)
    return context.actor.player


def by_nobody(context: Context, command: Command, events: Sequence[Event]) -> Judgement:
    """Return the judgement of a command with which no seat acts in the game."""
    return Judgement(command, tuple(events), fold(context.state, events), None)
