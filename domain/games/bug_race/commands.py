"""What a player may ask for, and what the host may choose."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.games.bug_race.components import Card, Deck
from domain.games.bug_race.state import MustMove
from domain.kernel.ids import matched
from domain.kernel.messages import Command, Value, about

FinishCheck: TypeAlias = Literal["turn", "hand"]
MOST_STEPS = 64  # far more than any legal list: four legs and nine body steps


class BugRaceOptions(Value, frozen=True, forbid_unknown_fields=True):
    """The options that the host may choose when opening the table."""

    expert: Annotated[bool, about("BR-25: draw four cards and draft three times.")] = False
    finish_check: Annotated[
        FinishCheck,
        Meta(
            description="BR-29: in the expert game the finish is tested after every turn of one"
            " card each, or only when the whole hand is played."
        ),
    ] = "turn"
    must_move: Annotated[
        MustMove,
        Meta(
            description="BR-37: how many of the shown legs that can step have to step: at least"
            " one, all of them, or none."
        ),
    ] = "one"
    auto_body_end: Annotated[
        bool, about("BR-36: after your last card the body steps by itself.")
    ] = True
    play_for_places: Annotated[bool, about("BR-33: finished bugs leave, the others race on.")] = (
        False
    )
    deck: Annotated[Deck, about("BR-4: which sets of legs the 70 cards show.")] = "standard"


Step: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=8,
        description="A leg (LF, LM, LR, RF, RM, RR) or B, the body; each goes one forward.",
        examples=["RR", "B"],
    ),
]
Steps: TypeAlias = Annotated[
    tuple[Step, ...],
    Meta(max_length=MOST_STEPS, description="Carried out from left to right, all or nothing."),
]
Count: TypeAlias = Annotated[
    int, Meta(ge=1, lt=2**53, description="How many segments the body steps forward.")
]


class Keep(Command, frozen=True, tag="bug_race.keep"):
    """Keep one of the cards offered to you and pass the others on (BR-23, BR-25)."""

    card: Annotated[Card, matched(Card)]


class Play(Command, frozen=True, tag="bug_race.play"):
    """Play a card of your hand and move the legs it shows, and your body (BR-17 … BR-20, BR-35).

    `steps` absent = maximal play, which is never worse; an empty list = do not move at all.
    """

    card: Annotated[Card, matched(Card)]
    steps: Steps | None = None
    """Single steps, in order."""


class Advance(Command, frozen=True, tag="bug_race.advance"):
    """Step the body forward without a card, as long as your turn is not played (BR-20)."""

    count: Count


BugRaceCommand: TypeAlias = Keep | Play | Advance
