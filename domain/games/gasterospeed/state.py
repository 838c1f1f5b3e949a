"""A championship has not begun, is being raced, or is finished."""

from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias

from domain.games.gasterospeed.components import Card, Cell, CircuitId, Colour, SnailId
from domain.kernel.ids import BySeat, Seat
from domain.kernel.messages import Value

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    T = TypeVar("T", default=Any)  # the tasks: they know the rules, so the state must not know them
else:
    from typing import TypeVar

    T = TypeVar("T")

Purpose: TypeAlias = Literal[  # of a roll
    "placement",
    "turbo_firecracker",
    "shot",
    "kangaroute",
    "rolling_ball",
    "fit_of_madness",
    "mole_hole",
    "bumper",
    "plant",
    "bramble",
    "cleaver",
    "bonus",
]
Cause: TypeAlias = Literal[  # of the loss of a shell
    "turbo_firecracker", "shot", "feeler_blow", "shock", "burr", "plant", "bramble", "cleaver"
]
Status: TypeAlias = Literal["active", "finished", "ko", "removed"]


class Settings(Value, frozen=True, kw_only=True):
    """The options of this table, and the numbers that follow from them."""

    seats: int
    """How many seats the table has."""
    snails_each: int
    """How many snails each player has."""
    cards: int
    """How many cards a hand has."""
    hand: int  # with all snails in the race
    """Cards of the hand."""
    hand_of_one: int  # with one snail in the race (GS-78)
    """How many cards a player with one snail holds."""
    points: BySeat[int]
    """The points of each place, first place first."""
    turn_limit: int | None  # of every race; null = that of its circuit (GS-86)
    """After so many turns a race ends."""
    two_piles: bool
    """Whether there are two draw piles."""
    choose_piles: bool  # GS-102
    """Whether players choose the pile."""
    unseen: bool  # GS-103
    """Whether cards are drawn without looking (GS-103)."""
    experopodes: bool
    """Whether circuits are drawn (GS-104)."""
    compet: bool
    """Whether each has one card and one shell more (GS-105)."""
    speedy: bool
    """Whether champions get a bonus for the next championship (GS-106)."""
    coquillards: bool
    """Whether most shells kept wins (GS-107)."""
    ninjagot: bool
    """Whether shells are staked race by race (GS-108)."""
    endurance: bool
    """Whether a 200-card may be exchanged for a shell (GS-109)."""
    cross_ronces_shells: int
    """Shells on Cross Ronces."""
    backlash_vs_shove: bool
    """Whether Retour de bâton works against a shove (GS-62)."""
    inner_rails: bool  # GS-67
    """Whether walls inside the circuit are rails too (GS-67)."""
    optional_slipstream: bool  # GS-52
    """Whether Aspiration gluante lets a snail stay (GS-52)."""


class Privilege(Value, frozen=True):
    """The reward of a champion from the preceding championship (GS-106, GS-107)."""

    rerolls: int = 0
    """How many rolls may be repeated."""
    extra_card: bool = False
    """Whether an extra card may be taken."""
    extra_shells: int = 0
    """How many extra shells are left."""


class Snail(Value, frozen=True):
    """GS-8; `moves` counts its displacements, `full` is what it started the race with."""

    seat: Seat
    name: str
    colour: Colour
    status: Status = "active"
    cell: Cell | None = None
    start: Cell | None = None
    shells: int = 0
    full: int = 0
    moves: int = 0


class Laid(Value, frozen=True):
    """A card laid for a snail; null if none was left or, with `slow`, none came in time."""

    card: Card | None
    """The card that lies face down; null if none does."""
    discard: bool = False
    """Whether the card is discarded unused."""
    slow: bool = False
    """Whether the turn is slow."""


class Result(Value, frozen=True):
    """A scored race, by snail; the place of a K.O. snail is null.

    `stopped`: the turn limit ended it, and snails that had not arrived were ranked (GS-86).
    """

    circuit: CircuitId
    """The key of the circuit."""
    places: tuple[int | None, ...]
    """The place of each snail; null for a snail that did not arrive."""
    points: BySeat[int]
    """The points of each snail in this race."""
    shells: tuple[int, ...]
    """The shells that each snail has kept."""
    stopped: bool
    """Whether the turn limit ended the race (GS-86)."""


class NotBegun(Value, frozen=True, tag=True):
    """No championship yet; soon the names and colours of the snails."""

    names: tuple[str, ...] = ()
    colours: tuple[Colour, ...] = ()


class Racing(Value, Generic[T], frozen=True, kw_only=True, tag=True):
    """Per seat: hands, reserves, privileges, missed, points.

    Per snail: snails, stakes, sealed, speeds, actions.
    """

    settings: Settings
    circuits: tuple[CircuitId, ...]  # the races; under GS-104 those that may be drawn
    snails: tuple[Snail, ...]
    privileges: tuple[Privilege, ...]
    circuit: CircuitId
    race: int = 0
    turn: int = 0
    hands: tuple[tuple[Card, ...], ...]
    piles: tuple[tuple[Card, ...], ...]  # one, or Speed and Action (GS-101, GS-102)
    discards: tuple[tuple[Card, ...], ...]
    reserves: tuple[int, ...]  # of the stables (GS-108)
    stakes: tuple[int | None, ...]
    sealed: tuple[Laid | None, ...]
    speeds: tuple[Laid | None, ...]
    actions: tuple[Laid | None, ...]
    missed: tuple[int, ...]  # turns lost running (GS-35)
    extra_taken: frozenset[Seat] = frozenset()
    arrivals: tuple[SnailId, ...] = ()
    die: int = 0
    results: tuple[Result, ...] = ()
    points: BySeat[int]
    rewards: tuple[tuple[str, ...], ...]
    todo: tuple[T, ...] = ()  # what is left to do, next first
    asked: int = 0  # questions so far


class Finished(Value, Generic[T], frozen=True, tag=True):
    """The last state of the championship, and the places."""

    last: Racing[T]
    places: tuple[int, ...]
    scores: tuple[int, ...]


GasteroState: TypeAlias = NotBegun | Racing | Finished
