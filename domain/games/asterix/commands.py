"""What a player may ask for, and what the host may choose."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.games.asterix.components import BOX, Card, Pirate, Roman
from domain.kernel.ids import Seat, matched
from domain.kernel.messages import Command, Value, about

FullTie: TypeAlias = Literal["cancel", "escape"]


class AsterixOptions(Value, frozen=True, forbid_unknown_fields=True):
    """The options that the host may choose when opening the table."""

    rounds: Annotated[
        int, Meta(ge=1, le=BOX.rounds, description="AX-2.2: how many rounds are played.")
    ] = BOX.rounds
    full_tie: Annotated[
        FullTie,
        Meta(
            description="AX-3.4: fully tied cards drop out (`cancel`), or nobody wins (`escape`)."
        ),
    ] = "cancel"
    auto_pirates: Annotated[bool, about("AX-7.2: the server chooses the best use of Pirates.")] = (
        False
    )


class Play(Command, frozen=True, tag="asterix.play"):
    """Choose a card, face down; five times it may be changed until all have chosen (AX-3.1)."""

    card: Annotated[Card, matched(Card)]


class Idefix(Command, frozen=True, tag="asterix.idefix"):
    """Keep the card you have looked at (`to` is your own seat), or give it away (AX-5.3)."""

    to: Seat


class Free(Value, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Pirate and the Roman of yours that it frees; null only if it can free none."""

    pirate: Annotated[Pirate, matched(Pirate)]
    roman: Annotated[Roman, matched(Roman)] | None = None
    """The Roman that the Pirate frees; null only if it can free none."""


class Pirates(Command, frozen=True, tag="asterix.pirates"):
    """Let each of your Pirates act once, in this order (AX-7.2)."""

    sequence: Annotated[tuple[Free, ...], Meta(max_length=len(BOX.pirates))]
    """Each Pirate and the Roman that it frees, in order."""


AsterixCommand: TypeAlias = Play | Idefix | Pirates
