"""What is left to do, as data: an interrupted effect is a list of tasks in the state, next first.

A task on top either is a question (a choice, a reaction window) or is done by the engine, which may
put further tasks before the rest. Everything in a task is public.
"""

from typing import TypeAlias

from domain.games.gasterospeed.components import SnailId
from domain.games.gasterospeed.todo_effects import (
    Bonus,
    Bound,
    Cleave,
    Drift,
    FirstBound,
    Folly,
    FollyStep,
    Hit,
    Jostled,
    Kick,
    Mole,
    Petard,
    Prick,
    Roll,
    RollAgain,
    SecondBound,
    Shot,
    Task,
    ThrownBack,
    Tumble,
    Wave,
)
from domain.kernel.ids import Seat

# The championship and the beginning of a race


class NextRace(Task, frozen=True):
    """Open the next race, or close the championship."""


class Stakes(Task, frozen=True):
    """GS-108, a sealed question."""


class Deal(Task, frozen=True):
    """GS-22"""


class StartRolls(Task, frozen=True):
    """GS-23: the rolls of each seat so far; `seat` has just rolled."""

    rolls: tuple[tuple[int, ...], ...]
    seat: Seat | None = None


class Placing(Task, frozen=True):
    """GS-23, GS-24, a question: the seats that still have to place a snail, in order."""

    order: tuple[Seat, ...]


# Cards


class Refill(Task, frozen=True):
    """GS-26, GS-101 … GS-103; a question for each card under GS-102, one in all under GS-103."""

    seat: Seat
    drawn: int = 0
    first: bool = False


class Take(Task, frozen=True):
    """So many cards are drawn from the Speed pile (or the only one) and the Action pile."""

    seat: Seat
    speed: int
    action: int = 0


class ExtraCard(Task, frozen=True):
    """GS-106, a question."""

    seat: Seat


class CheckHands(Task, frozen=True):
    """GS-29"""

    repeated: int = 0


class DiscardChoice(Task, frozen=True):
    """GS-78, a question."""

    seat: Seat


# A turn


class LaySpeeds(Task, frozen=True):
    """GS-37, a sealed question."""


class Move(Task, frozen=True):
    """GS-39, a question."""

    snail: SnailId


class AfterMove(Task, frozen=True):
    """GS-96, GS-99: what lies where a Speed move ends."""

    snail: SnailId


class LayActions(Task, frozen=True):
    """GS-44, a sealed question."""


class Act(Task, frozen=True):
    """GS-47, a question if the card of this snail leaves a choice."""

    snail: SnailId


class CardDone(Task, frozen=True):
    """GS-92: how often each snail had been displaced when the card began."""

    moves: tuple[int, ...]


class RaceCheck(Task, frozen=True):
    """GS-85"""


class TurnEnd(Task, frozen=True):
    """GS-89 (a)"""


class Withdrawals(Task, frozen=True):
    """GS-35"""


class Sweep(Task, frozen=True):
    """GS-86, GS-89 (c)"""


class NextTurn(Task, frozen=True):
    """GS-89 (f)"""

    missed: tuple[int, ...]


AnyTask: TypeAlias = (
    NextRace
    | Stakes
    | Deal
    | StartRolls
    | Placing
    | Refill
    | Take
    | ExtraCard
    | CheckHands
    | DiscardChoice
    | LaySpeeds
    | Move
    | AfterMove
    | LayActions
    | Act
    | CardDone
    | RaceCheck
    | TurnEnd
    | Withdrawals
    | Sweep
    | NextTurn
    | Roll
    | RollAgain
    | Petard
    | Shot
    | Bound
    | FirstBound
    | SecondBound
    | Tumble
    | Folly
    | FollyStep
    | Jostled
    | ThrownBack
    | Hit
    | Wave
    | Mole
    | Kick
    | Prick
    | Cleave
    | Drift
    | Bonus
)
