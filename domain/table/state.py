"""A table is not opened, open, running or closed; each has just the fields it needs."""

from typing import Any, Literal, TypeAlias

from domain.kernel.ids import PlayerId, Seat
from domain.kernel.messages import Value
from domain.kernel.outcome import Outcome
from domain.table.commands import Bot, Carried, EntropyBy, ForkOf, Pace


class Setup(Value, frozen=True, kw_only=True):
    """What was fixed when the table was opened."""

    table: str
    game: str
    rules_version: str
    components: str  # hash of the data the rules were read from
    options: Any
    seats: int
    clock: Pace
    host: PlayerId
    private: bool
    commitment: str
    expires: str
    follows: str | None = None
    carried: tuple[Carried, ...] = ()
    fork: ForkOf | None = None


class Sitter(Value, frozen=True):
    player: PlayerId
    entropy: str
    entropy_by: EntropyBy
    piece: str | None
    bot: Bot | None = None


class Question(Value, frozen=True):
    """The open decision as it was announced."""

    number: int
    key: str
    kind: str
    deadline: str | None
    compensated_until: str | None = None  # outages up to then have moved the deadline


class NotOpened(Value, frozen=True):
    """There is no such table yet."""


class Open(Value, frozen=True):
    """People come and go."""

    setup: Setup
    sitters: tuple[Sitter, ...] = ()


class Running(Value, frozen=True):
    """The play is on; `play` is the state of the game."""

    setup: Setup
    sitters: tuple[Sitter, ...]
    play: Any
    draws: int = 0
    question: Question | None = None
    late: frozenset[Seat] = frozenset()  # have let the time of this question pass
    time_outs: tuple[int, ...] = ()
    autopilot: frozenset[Seat] = frozenset()
    bots: frozenset[Seat] = frozenset()


class Closed(Value, frozen=True):
    """Nothing happens here any more."""

    setup: Setup
    sitters: tuple[Sitter, ...]
    play: Any  # None if the play never began
    reason: Literal["finished", "abandoned"]
    outcome: Outcome | None
    seed: str
    question: Question | None = None


Table: TypeAlias = NotOpened | Open | Running | Closed


def seats_of(state: Table, player: PlayerId | None) -> tuple[Seat, ...]:
    """The seats a player holds."""
    if isinstance(state, NotOpened):
        return ()
    return tuple(seat for seat, sitter in enumerate(state.sitters) if sitter.player == player)
