"""What is left to do, as data: an interrupted effect is a list of tasks in the state, next first.

A task on top either is a question (a choice, a reaction window) or is done by the engine, which may
put further tasks before the rest. Everything in a task is public.
"""

from typing import Annotated, TypeAlias

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
from domain.kernel.abridged import abridged
from domain.kernel.ids import Seat

# The championship and the beginning of a race


class NextRace(Task, frozen=True):
    """Open the next race, or close the championship."""


class Stakes(Task, frozen=True):
    """Every seat stakes shells for this race, in secret (GS-108)."""


class Deal(Task, frozen=True):
    """Shuffle the cards and deal the hands (GS-22)."""


class StartRolls(Task, frozen=True):
    """Roll for the start order (GS-23): the rolls of each seat; `seat` rolled last."""

    rolls: tuple[tuple[int, ...], ...]
    seat: Seat | None = None


class Placing(Task, frozen=True):
    """The seats that must still place a snail, in order (GS-23, GS-24)."""

    order: tuple[Seat, ...]


# Cards


class Refill(Task, frozen=True):
    """Fill the hands (GS-26). With GS-102 or GS-103 the players choose the piles."""

    seat: Seat
    drawn: int = 0
    first: bool = False


class Take(Task, frozen=True):
    """Draw these numbers of cards from the Speed pile (or the only pile) and the Action pile."""

    seat: Seat
    speed: int
    action: int = 0


class ExtraCard(Task, frozen=True):
    """A champion may take an extra card (GS-106)."""

    seat: Seat


class CheckHands(Task, frozen=True):
    """Check that every hand has a Speed card (GS-29)."""

    repeated: int = 0


class DiscardChoice(Task, frozen=True):
    """A player who has lost a snail must discard two cards (GS-78)."""

    seat: Seat


# A turn


class LaySpeeds(Task, frozen=True):
    """Every seat lays a Speed card face down for each snail (GS-37)."""


class Move(Task, frozen=True):
    """The player of this snail must choose its path (GS-39)."""

    snail: SnailId


class AfterMove(Task, frozen=True):
    """Apply the terrain where a Speed move ended (GS-96, GS-99)."""

    snail: SnailId


class LayActions(Task, frozen=True):
    """Every seat lays a card face down for the action of each snail (GS-44)."""


class Act(Task, frozen=True):
    """Execute the card of this snail; its player chooses a target or direction (GS-47)."""

    snail: SnailId


class CardDone(Task, frozen=True):
    """Finish a card: how often each snail had been displaced when the card began (GS-92)."""

    moves: tuple[int, ...]


class RaceCheck(Task, frozen=True):
    """End the race if at most one snail is left (GS-85)."""


class TurnEnd(Task, frozen=True):
    """Apply the terrain at the end of the turn (GS-89 a)."""


class Withdrawals(Task, frozen=True):
    """Withdraw players who have lost three turns in a row (GS-35)."""


class Sweep(Task, frozen=True):
    """Discard the laid cards, and stop the race at the turn limit (GS-86, GS-89 c)."""


class NextTurn(Task, frozen=True):
    """Begin the next turn (GS-89 f)."""

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
Todo: TypeAlias = Annotated[
    tuple[AnyTask, ...],
    abridged(
        "The steps of the rules that are still to be done, the open question first. They are for"
        " auditors; a client needs the other fields only."
    ),
]
