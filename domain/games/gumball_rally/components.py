"""What is in the box: GB-1 … GB-9. Every number that may one day be corrected is in the data."""

from typing import Annotated, Literal, TypeAlias

from domain.kernel import data_files
from domain.kernel.ids import component_id
from domain.kernel.messages import Value

Colour: TypeAlias = Literal["black", "blue", "red", "yellow"]
Card: TypeAlias = Annotated[
    str,
    component_id(
        r"^R-(black|blue|red|yellow)-(10|[1-9])\Z",
        description="A Race card: colour and number.",
        examples=["R-red-4"],
    ),
]
Danger: TypeAlias = Annotated[
    str,
    component_id(
        r"^D-((black|blue|red|yellow)-[1-4]|CP-[12]|WIN)\Z",
        description="The id of a Danger card.",
        examples=["D-blue-2"],
    ),
]
PointSet: TypeAlias = Literal["standard", "minimal", "finish_heavy"]


class Suit(Value, frozen=True):
    """GB-6, GB-7"""

    colour: Colour
    race_symbol_fr: str
    race_symbol_en: str
    danger_symbol_fr: str
    danger_symbol_en: str


class RaceCard(Value, frozen=True):
    """GB-3"""

    id: Card
    colour: Colour
    number: int


class DangerCard(Value, frozen=True):
    """GB-4, GB-5"""

    id: Danger
    kind: Literal["colour", "checkpoint", "winner"]
    colour: Colour | None = None
    major: bool = False


class PointCard(Value, frozen=True):
    """GB-8, GB-9"""

    event: Literal["checkpoint_1", "checkpoint_2", "winner"]
    place: int
    points: int


class Prizes(Value, frozen=True):
    """Points for the places of the line, first place first."""

    checkpoint: tuple[int, ...]
    """Points at a checkpoint, first place first."""
    winner: tuple[int, ...]
    """Points at the finish, first place first."""


class Block(Value, frozen=True):
    """GB-13: colour dangers shuffled together with at most one special card."""

    block: str
    colour: int
    special: Literal["checkpoint", "winner"] | None


class DangerStack(Value, frozen=True):
    boxed_unseen: int
    from_top: tuple[Block, ...]


class Buggy(Value, frozen=True):
    """GB-1, GB-2"""

    id: str
    name_en: str
    name_fr: str


class TimeLimits(Value, frozen=True):
    """GB-41"""

    play: int


class Box(Value, frozen=True):
    players: tuple[int, int]
    suits: tuple[Suit, ...]
    hand_size: int
    race_cards: tuple[RaceCard, ...]
    danger_cards: tuple[DangerCard, ...]
    danger_stack: DangerStack
    point_cards: tuple[PointCard, ...]
    alternative_point_values: dict[str, Prizes]
    buggies: tuple[Buggy, ...]
    colour_order_for_defaults: tuple[Colour, ...]
    timeouts_seconds: TimeLimits


BOX = data_files.components(__package__, Box)
CARDS: dict[Card, RaceCard] = {card.id: card for card in BOX.race_cards}
DANGERS: dict[Danger, DangerCard] = {card.id: card for card in BOX.danger_cards}
SUITS: dict[Colour, Suit] = {suit.colour: suit for suit in BOX.suits}
BUGGIES: tuple[str, ...] = tuple(buggy.id for buggy in BOX.buggies)


def prizes(point_set: PointSet) -> Prizes:
    """GB-9"""
    if point_set != "standard":
        return BOX.alternative_point_values[point_set]
    return Prizes(_points("checkpoint_1"), _points("winner"))


def _points(event: str) -> tuple[int, ...]:
    cards = sorted(
        (card for card in BOX.point_cards if card.event == event), key=lambda card: card.place
    )
    return tuple(card.points for card in cards)
