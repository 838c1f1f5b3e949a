"""What is in the box: BR-1 … BR-9. Every number that may one day be corrected is in the data."""

from typing import Annotated, Literal, TypeAlias

from msgspec import convert

from domain.kernel import data_files
from domain.kernel.ids import component_id
from domain.kernel.messages import Value, about

Leg: TypeAlias = Literal["LF", "LM", "LR", "RF", "RM", "RR"]
Direction: TypeAlias = Literal["left", "right"]
Deck: TypeAlias = Literal["standard", "two_three"]
Card: TypeAlias = Annotated[
    str,
    component_id(
        r"^B[0-9]{2}\Z",
        description="A card; the components say which legs it shows.",
        examples=["B24"],
    ),
]
Side: TypeAlias = Annotated[
    tuple[int, int, int],
    about("Slot numbers of the rear, the middle and the front leg of one side."),
]


class Stance(Value, frozen=True):
    """Where a bug stands: the tail segment of its body, and its legs on both sides (BR-7, BR-8)."""

    body: Annotated[int, about("The tail: the rearmost segment under the body.")]
    left: Side
    right: Side


class Track(Value, frozen=True):
    """The lengths of the track, the body and the reach of the legs (BR-5, BR-7, BR-9)."""

    segments: int
    """How many segments the track has."""
    body_length: int
    """How many segments the body covers."""
    start_line_after_segment: int
    """The segment before the start line."""
    finish_line_after_segment: int
    """The segment before the finish line."""


class TrackData(Track, frozen=True):
    """The same with what follows from it, as the box says it."""

    start_body_tail: int
    finished_body_tail: int
    max_body_tail: int


class LegData(Value, frozen=True):
    """BR-8, BR-12"""

    id: Leg
    side: Literal["L", "R"]
    row: Literal["rear", "middle", "front"]
    start_slot: int
    en: str
    fr: str


class Bug(Value, frozen=True):
    """BR-2"""

    id: str
    en: str
    fr: str


class CardData(Value, frozen=True):
    """BR-3"""

    id: Card
    legs: tuple[Leg, ...]


class DeckData(Value, frozen=True):
    """BR-4: a deck that may be chosen instead of the standard one."""

    cards: tuple[CardData, ...]


class Mode(Value, frozen=True):
    """BR-24, BR-25: how many cards everybody draws, and where the first round passes to."""

    draw: int
    first_round_pass: Direction


class Modes(Value, frozen=True):
    base: Mode
    expert: Mode


class TimeLimits(Value, frozen=True):
    """BR-38, BR-39"""

    draft: int
    play: int


class Box(Value, frozen=True):
    players: tuple[int, int]
    track: TrackData
    legs: tuple[LegData, ...]
    bugs: tuple[Bug, ...]
    cards: tuple[CardData, ...]
    alternative_decks: dict[str, DeckData]
    modes: Modes
    timeouts_seconds: TimeLimits


BOX = data_files.components(__package__, Box)
LEGS: dict[Leg, LegData] = {leg.id: leg for leg in BOX.legs}
BUGS: tuple[str, ...] = tuple(bug.id for bug in BOX.bugs)
DECKS: dict[str, tuple[Card, ...]] = {
    "standard": tuple(card.id for card in BOX.cards),
    **{name: tuple(c.id for c in deck.cards) for name, deck in BOX.alternative_decks.items()},
}
IN_DECK: dict[str, frozenset[Card]] = {name: frozenset(cards) for name, cards in DECKS.items()}
CARDS: dict[Card, CardData] = {
    card.id: card
    for cards in (BOX.cards, *(deck.cards for deck in BOX.alternative_decks.values()))
    for card in cards
}


def track() -> Track:
    return convert(BOX.track, Track, from_attributes=True)


def start() -> Stance:
    """BR-12"""
    slots = {(leg.side, leg.row): leg.start_slot for leg in BOX.legs}
    left = (slots["L", "rear"], slots["L", "middle"], slots["L", "front"])
    right = (slots["R", "rear"], slots["R", "middle"], slots["R", "front"])
    return Stance(BOX.track.start_body_tail, left, right)
