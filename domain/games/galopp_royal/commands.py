"""What a player may ask for, and what the host may choose."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.games.galopp_royal.components import CraftyMode
from domain.kernel.ids import MOST_SEATS, Seat
from domain.kernel.messages import Command, Value, about


class GaloppOptions(Value, frozen=True, forbid_unknown_fields=True):
    """The options that the host may choose when opening the table."""

    first_seat: Annotated[
        Seat | None, about("GR-2.5: the seat that bids first and starts race 1; null to draw it.")
    ] = None
    two_users: Annotated[
        bool, about("GR-2.1: two users play seats 0+2 and 1+3 of a table with 4 seats.")
    ] = False
    crafty_mode: Annotated[
        CraftyMode,
        Meta(
            description="GR-5.7: use both halves of a +2/−2, or read the rulebook literally; with"
            " seed_literal_own_back your own chair may be one of two that go back by 1."
        ),
    ] = "both"
    early_stop: Annotated[bool, about("GR-6.6: stop a race once all that counts is decided.")] = (
        False
    )
    races: Annotated[
        int, Meta(ge=1, le=6, description="GR-9.2: how many of the six races are run.")
    ] = 6


class Bid(Command, frozen=True, tag="galopp_royal.bid"):
    """Bid more gold than anybody before, for the team on auction (GR-3.3)."""

    amount: Annotated[int, Meta(ge=0, lt=2**53, description="How many pieces of gold.")]


class Pass(Command, frozen=True, tag="galopp_royal.pass"):
    """Leave this auction (GR-3.4)."""


class Roll(Command, frozen=True, tag="galopp_royal.roll"):
    """Roll the die: the bearer in that slot carries your chair (GR-4.2)."""


class Push(Value, frozen=True, forbid_unknown_fields=True):
    """Another chair, and how far it moves: forwards, or back if negative."""

    seat: Seat
    by: Annotated[int, Meta(ge=-100, le=100, description="2 or −2 for one chair, 1 or −1 for two.")]


class Crafty(Command, frozen=True, tag="galopp_royal.crafty"):
    """Use the +2/−2 just rolled (GR-5.1): your own chair, then others the opposite way.

    `own` 0 and 1 are only for crafty_mode seed_literal, where one chair moves by 2, or two by 1,
    and −1 only for seed_literal_own_back.
    """

    own: Annotated[Literal[-2, -1, 0, 1, 2], about("How far your own chair goes.")]
    others: Annotated[
        tuple[Push, ...],
        Meta(
            max_length=MOST_SEATS, description="The other chairs, in the order in which they move."
        ),
    ] = ()


class Remove(Command, frozen=True, tag="galopp_royal.remove"):
    """Take one bearer off every display after a race you were last in (GR-7.1)."""

    slots: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=100)], ...],
        Meta(max_length=MOST_SEATS, description="A slot 1–4 for each display, in seat order."),
    ]


GaloppCommand: TypeAlias = Bid | Pass | Roll | Crafty | Remove
