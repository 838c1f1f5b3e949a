"""What a seat or a spectator sees of a championship."""

from typing import Literal

from domain.games.gasterospeed.components import (
    Card,
    Cell,
    CircuitId,
    Colour,
    Direction,
    Side,
    SnailId,
)
from domain.games.gasterospeed.state import (
    Cause,
    Laid,
    Privilege,
    Result,
    Settings,
    Status,
)
from domain.kernel.ids import Count, Rank, Seat
from domain.kernel.messages import Value


class CircuitView(Value, frozen=True):
    """The board as it is drawn: glyphs (see the legend of the components), headings, thin walls."""

    id: CircuitId
    """The key of the circuit."""
    name: str
    """The name of the circuit."""
    map: tuple[str, ...]
    """The cells, row by row; `legend` of the components explains each character."""
    headings: tuple[str, ...]
    """The heading of each cell, row by row."""
    walls: tuple[tuple[int, int, Side], ...]
    """Thin walls as x, y and side."""
    fire_hits: tuple[int, ...]
    """The results of the die that hit with Tir."""
    special_rule: str
    """The special rule of the circuit."""
    start_label: str | None  # printed on the start cells, where that differs
    """What is printed on the start cells, where that differs."""
    finish_label: str | None
    """What is printed on the finish cells, where that differs."""


class SnailView(Value, frozen=True, kw_only=True):
    """A snail on the track."""

    snail: SnailId
    seat: Seat
    name: str
    """The racing name of the snail."""
    colour: Colour
    status: Status
    """`active` while it races; else `finished`, `ko`, or `removed` from the board."""
    cell: Cell | None
    """The cell as x and y; null if it is on none."""
    heading: Direction | None
    """The heading of its cell."""
    shells: int
    """How many shells the snail has."""
    full: int
    """How many shells it started with."""
    start: Cell | None
    """The cell of the start."""
    place: Rank | None  # among the arrivals
    """The place among the arrivals; null while it races."""
    committed: bool  # something lies face down for it
    """Whether something lies face down for it."""
    speed: Laid | None  # face up
    """The Speed card, face up; null if none is."""
    action: Laid | None  # face up
    """The Action card, face up; null if none is."""


class StandingView(Value, frozen=True):
    """What one player has."""

    seat: Seat
    points: int
    """The points of all races so far."""
    shells: int  # kept in all races (GS-107)
    """How many shells the snails of the player kept in all races."""
    hand_size: int  # cards lying face down included: whether one was laid shows with the reveal
    """How many cards the hand has."""
    lost_turns: int
    """How many turns in a row were lost."""
    privilege: Privilege
    """What a champion has left."""
    reserve: int  # of the stable; of the shells staked only what has been revealed (GS-108)
    """Shells in reserve (GS-108)."""
    reserve_short: bool  # it cannot last: less than a shell per snail and race to come
    """Whether the reserve holds less than one shell per snail and race to come."""


class QuestionView(Value, frozen=True, kw_only=True):
    """The open decision and its seats."""

    kind: str
    """What the player is asked."""
    seats: tuple[Seat, ...]
    """The seats, each by its number."""
    snail: SnailId | None  # that moves, acts or is threatened
    """The snail, from 0."""
    card: Card | None  # being executed
    """The Action card that is being executed; null if none is."""
    cause: Cause | None  # of a shell about to be lost
    """Why a shell is about to be lost; null if none is."""
    by: SnailId | None  # where it comes from
    """The snail that causes it; null if none does."""


class GasteroView(Value, frozen=True, kw_only=True, tag_field="game", tag="gasterospeed"):
    """The table as one seat (or a spectator) sees it."""

    phase: Literal["racing", "finished"]
    """What the game is doing."""
    race: Count
    """The race, from 1."""
    races: int
    """How many races there are."""
    turn: int
    """The turn, from 1."""
    turn_limit: int  # the race is stopped after this turn (GS-86)
    """After so many turns a race ends."""
    circuit: CircuitView
    """The circuit of this race, with its cells."""
    circuits: tuple[CircuitId, ...]
    """The circuits of the championship."""
    snails: tuple[SnailView, ...]
    """Every snail of the race, by its number."""
    question: QuestionView | None
    """The open question; null if there is none."""
    last_roll: int | None
    """The last result of the die; null before the first."""
    hand: tuple[Card, ...] | None  # your own; null for spectators
    """Your own cards; null for spectators."""
    laid: tuple[Laid | None, ...] | None  # your own commitments, by snail; null for spectators
    """What lies face down for your own snails; null for spectators."""
    stakes: tuple[int | None, ...] | None  # likewise (GS-108)
    """Your own stakes by snail; null for spectators (GS-108)."""
    piles: tuple[int, ...]
    """How many cards each draw pile has."""
    discards: tuple[tuple[Card, ...], ...]
    """The discarded cards of each pile."""
    standings: tuple[StandingView, ...]
    """Points, shells and cards of each player."""
    results: tuple[Result, ...]
    """The results of the races so far."""
    settings: Settings
    """What the options mean at this table."""
    places: tuple[int, ...] | None  # by seat, when finished
    """The place of each seat; 1 is first, and equal places are shared."""
