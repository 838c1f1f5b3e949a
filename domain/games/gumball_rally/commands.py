"""What a driver may ask for, and what the host may choose."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.games.gumball_rally.components import Card, PointSet
from domain.kernel.ids import Seat, matched
from domain.kernel.messages import Command, Value, about


class RallyOptions(Value, frozen=True, forbid_unknown_fields=True):
    """The options that the host may choose when opening the table."""

    photo_finish: Annotated[bool, about("GB-39: tied leaders draw cards for the victory.")] = False
    point_set: Annotated[PointSet, about("GB-9: values of the Point cards.")] = "standard"
    first_player: Annotated[
        Seat | None, about("GB-15: the seat at the head of the line; null to draw it.")
    ] = None


ColourPasses: TypeAlias = Annotated[
    int, Meta(ge=0, lt=2**53, description="How many overtakes by colour alone to accept.")
]


class Play(Command, frozen=True, tag="gumball_rally.play"):
    """Play a Race card under your buggy and overtake (GB-21 … GB-27).

    `colour_passes` limits the overtakes that are possible by colour only; absent = no limit.
    """

    card: Annotated[Card, matched(Card)]
    colour_passes: ColourPasses | None = None
    """How many overtakes by colour alone to accept."""


RallyCommand: TypeAlias = Play
