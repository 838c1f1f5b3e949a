"""What a player may ask for, and what the host may choose."""

from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, json

from domain.games.gasterospeed.components import (
    BOX,
    PETITS_GRIS,
    Card,
    Cell,
    CircuitId,
    Deck,
    Direction,
    SnailId,
)
from domain.kernel import data_files
from domain.kernel.ids import matched
from domain.kernel.messages import Command, Value, about

Circuits: TypeAlias = Annotated[
    tuple[CircuitId, ...],
    Meta(min_length=1, max_length=12, description="GS-20: the races, in order; repeats allowed."),
]
TurnLimit: TypeAlias = Annotated[
    int, Meta(ge=1, le=BOX.turn_limit, description="GS-86: a number of turns.")
]
GivenCard: TypeAlias = Annotated[Card, matched(Card)]
InnerWalls: TypeAlias = Literal["stop", "rail"]


class GasteroOptions(Value, frozen=True, forbid_unknown_fields=True):
    """The options that the host may choose when opening the table."""

    circuits: Circuits = PETITS_GRIS
    chou_ma_chere: Annotated[bool, about("GS-101: two piles, as many of each.")] = False
    fangio_de_la_prairie: Annotated[bool, about("GS-102: two piles, drawn from by choice.")] = False
    radis_sale: Annotated[bool, about("GS-103: with GS-102, drawn without looking.")] = False
    experopodes: Annotated[
        bool, about("GS-104: five circuits drawn from the boxes of `circuits`.")
    ] = False
    escargot_de_compet: Annotated[bool, about("GS-105: one card and one shell more.")] = False
    championnat_des_speedy: Annotated[bool, about("GS-106: a bonus for the next championship.")] = (
        False
    )
    championnat_des_coquillards: Annotated[bool, about("GS-107: most shells kept wins.")] = False
    operation_ninjagot: Annotated[bool, about("GS-108: shells are staked race by race.")] = False
    vitesse_ou_endurance: Annotated[
        bool, about("GS-109: a 200-card may be exchanged for a shell.")
    ] = False
    deck: Annotated[Deck, about("GS-110: 88 or 80 cards.")] = 88
    cross_ronces_shells: Annotated[Literal[3, 5], about("GS-110: shells on Cross Ronces.")] = 5
    backlash_vs_shove: Annotated[bool, about("GS-62: Retour de bâton against a shove.")] = True
    inner_walls: Annotated[
        InnerWalls, about("GS-67: what a shove into a wall or an obstacle does: stop, or set back.")
    ] = "stop"
    turn_limit: Annotated[
        TurnLimit | None,
        about("GS-86: a race stops after this many turns; null: as the circuit says."),
    ] = None
    optional_slipstream: Annotated[
        bool, about("GS-52: a snail may stay where Aspiration gluante lets it advance.")
    ] = False


# GS-7: a list, so that no free text is stored.
RACING_NAME_LISTS = json.decode(
    data_files.read(__package__, "racing_names.json"), type=dict[str, tuple[str, ...]]
)
RACING_NAMES = tuple(name for names in RACING_NAME_LISTS.values() for name in names)
Name: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=max(map(len, RACING_NAMES)),
        description="GS-7: the racing name of a snail, from the list.",
        extra_json_schema={"enum": list(RACING_NAMES)},
    ),
]
Steps: TypeAlias = Annotated[
    tuple[Direction, ...],
    Meta(max_length=2, description="GS-41: a direction for every single step."),
]
Pile: TypeAlias = Literal["speed", "action"]
Reaction: TypeAlias = Literal["shell_reinforcement", "backlash"]


class Place(Command, frozen=True, tag="gasterospeed.place"):
    """Put a snail on a free start cell (GS-23); before the first race it may be named (GS-7)."""

    snail: SnailId
    cell: Cell
    name: Name | None = None
    """The racing name of the snail; null to give it none."""


class CommitSpeed(Command, frozen=True, tag="gasterospeed.commit_speed"):
    """Lay a Speed card face down for a snail; null if no Speed card is left for it (GS-79)."""

    snail: SnailId
    card: GivenCard | None
    """A Speed card of your hand; null if you have none."""


class TakePath(Command, frozen=True, tag="gasterospeed.path"):
    """Crawl: with the Speed card whose turn has come, or with Laitue Bleue (GS-39, GS-41)."""

    snail: SnailId
    steps: Steps


class Endure(Command, frozen=True, tag="gasterospeed.endure"):
    """Stay put with a 200-card and get a shell back (GS-109)."""

    snail: SnailId


class CommitAction(Command, frozen=True, tag="gasterospeed.commit_action"):
    """Lay a card face down for a snail: an action to execute, or any card to discard (GS-45)."""

    snail: SnailId
    card: GivenCard
    discard: bool = False
    """Whether the card is discarded unused."""


class Choose(Command, frozen=True, tag="gasterospeed.choose"):
    """Choose the target or the direction of the Action card being executed (GS-47).

    Without either the snail stays, where it may (GS-52).
    """

    target: SnailId | None = None
    """The snail that the card acts on; null if it needs none."""
    direction: Direction | None = None
    """Where the card acts, as a compass point; null if it needs none."""


AT: tuple[Choose, ...] = tuple(Choose(target=snail) for snail in range(len(BOX.snails)))
TOWARDS: dict[Direction, Choose] = {each: Choose(direction=each) for each in get_args(Direction)}


class React(Command, frozen=True, tag="gasterospeed.react"):
    """Play a reaction card for your snail in its window (GS-60, GS-61)."""

    card: Reaction
    """The reaction to play: each kind has one."""


class Decline(Command, frozen=True, tag="gasterospeed.pass"):
    """Let it happen: no reaction, no second roll, no extra card."""


class DiscardTwo(Command, frozen=True, tag="gasterospeed.discard_two"):
    """Discard cards of your hand for a snail that is out of the race (GS-78)."""

    cards: Annotated[tuple[GivenCard, ...], Meta(max_length=2)]
    """Two different cards of your hand."""


class Draw(Command, frozen=True, tag="gasterospeed.draw"):
    """Draw the next card from the pile of your choice (GS-102)."""

    pile: Pile
    """The pile to draw from."""


class AnnounceDraw(Command, frozen=True, tag="gasterospeed.announce_draw"):
    """Announce how many cards you draw from the Speed pile; the rest are actions (GS-103)."""

    speed: Annotated[int, Meta(ge=0, le=7)]
    """How many of the cards are Speed cards."""


class Stake(Command, frozen=True, tag="gasterospeed.stake"):
    """Commit shells of your reserve to a snail in this race; 0 if none is left (GS-108)."""

    snail: SnailId
    shells: Annotated[int, Meta(ge=0, le=99)]
    """How many shells of your reserve the snail gets."""


class Reroll(Command, frozen=True, tag="gasterospeed.reroll"):
    """Roll your die once more; the last result counts (GS-106)."""


class TakeExtraCard(Command, frozen=True, tag="gasterospeed.take_extra_card"):
    """Take the extra card of a champion (GS-106); `pile` where there are two."""

    pile: Pile | None = None
    """The pile to draw from."""


class UseExtraShell(Command, frozen=True, tag="gasterospeed.use_extra_shell"):
    """Put the extra shell of a champion on an active snail of your own (GS-107)."""

    snail: SnailId


class Hesitate(Command, frozen=True, tag="gasterospeed.hesitate"):
    """The clock's own: what a seat is asked for is lost, for it was too slow (GS-34).

    Where cards are laid, this is for the first of its snails that has none yet.
    """


Moving: TypeAlias = Place | CommitSpeed | TakePath | Endure
Acting: TypeAlias = CommitAction | Choose | React | Decline
Drawing: TypeAlias = DiscardTwo | Draw | AnnounceDraw
OfChampions: TypeAlias = Stake | Reroll | TakeExtraCard | UseExtraShell
PlayerCommand: TypeAlias = Moving | Acting | Drawing | OfChampions
GasteroCommand: TypeAlias = PlayerCommand | Hesitate
