"""What is in the box: GS-3 … GS-6. Every number that may one day be corrected is in the data."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from domain.kernel import data_files
from domain.kernel.ids import component_id
from domain.kernel.messages import Value, about

Card: TypeAlias = Annotated[
    str,
    component_id(
        r"^(1[0-3]\d|2(0\d|1[0-2])|[a-z]{3,8}(_[a-z]{2,13}){0,2}-[1-5])\Z",
        description="A card: the value of a Speed card, or an action and the number of its copy.",
        examples=["204", "feeler_blow-2"],
    ),
]
Deck: TypeAlias = Literal[88, 80]
Direction: TypeAlias = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
Coordinate: TypeAlias = Annotated[int, Meta(ge=0, le=63)]
Cell: TypeAlias = Annotated[
    tuple[Coordinate, Coordinate], about("GS-10: x to the east, y to the south.")
]
Colour: TypeAlias = Annotated[
    Literal["red", "blue", "green", "yellow", "purple", "orange"],
    about("GS-111: the colour of a snail."),
]
SnailId: TypeAlias = Annotated[
    int, Meta(ge=0, le=5, description="A snail, numbered in the order of seats: 0, 1, 2 …")
]
Side: TypeAlias = Literal["N", "E"]
CircuitId: TypeAlias = Literal[
    "paquerette_derby",
    "chicanes_carottes",
    "raid_chataigne",
    "rallye_blizzard",
    "carnivore_land",
    "cross_ronces",
    "dedale_au_pode",
    "taupe_racing",
    "surfin_nymphea",
    "speed_cuisine",
    "flipper_got",
    "star_got",
]


class SnailPiece(Value, frozen=True):
    """GS-111"""

    id: Colour
    name_en: str
    name_fr: str


class SpeedCard(Value, frozen=True):
    """GS-4"""

    id: Card
    value: int
    steps: int
    in_80_card_deck: bool


class ActionCard(Value, frozen=True):
    """GS-5: `order` is None for the two kinds of reaction card."""

    id: str
    name_en: str
    name_fr: str
    order: int | None
    count: int
    count_in_80_card_deck: int


class Circuit(Value, frozen=True):
    """GS-10, GS-11, GS-21: map and headings row by row, thin walls as (x, y, side)."""

    id: CircuitId
    name_en: str
    name_fr: str
    box: Literal["petits_gris", "gros_bourgogne"]
    order: int
    width: int
    height: int
    map: tuple[str, ...]
    heading: tuple[str, ...]
    walls: tuple[tuple[int, int, Side], ...]
    fire_hits: tuple[int, ...]
    special_rule: str
    special_rule_id: str
    start_shells: int
    turn_limit: int
    ninjagot_shells: int
    bite_on: tuple[int, ...] = ()
    prick_on: tuple[int, ...] = ()
    hole_roll: dict[str, tuple[int, ...]] | UnsetType = UNSET
    printed_labels: dict[str, str] | UnsetType = UNSET


class HandSizes(Value, frozen=True):
    """GS-26, GS-77, GS-78, GS-105"""

    one_snail: int
    two_snails: int
    compet: int
    discarded_with_a_snail: int


class Redraw(Value, frozen=True):
    """GS-29"""

    cards: int
    most: int


class Compet(Value, frozen=True):
    """GS-105"""

    compet: int


class Ninjagot(Value, frozen=True):
    """GS-108: shells of most circuits, the highest stake, the stake of a time-out."""

    each: int
    most: int
    in_time: int


class Box(Value, frozen=True):
    players: tuple[int, int]
    two_snails_up_to: int
    die: int
    snails: tuple[SnailPiece, ...]
    hand: HandSizes
    shells: Compet
    ninjagot: Ninjagot
    action_steps: dict[str, int]
    experopodes_races: int
    turn_limit: int
    lost_turns_to_withdraw: int
    redraw: Redraw
    rerolls: int
    bonus_roll: dict[str, tuple[int, ...]]
    points: tuple[int, ...]
    timeouts_seconds: dict[str, int]
    direction_tables: dict[str, tuple[int, ...]]
    turbo_firecracker: dict[str, tuple[int, ...]]
    speed_cards: tuple[SpeedCard, ...]
    action_cards: tuple[ActionCard, ...]
    circuits: tuple[Circuit, ...]


BOX = data_files.components(__package__, Box)
COLOURS: dict[Colour, SnailPiece] = {snail.id: snail for snail in BOX.snails}
CIRCUITS: dict[str, Circuit] = {circuit.id: circuit for circuit in BOX.circuits}
PETITS_GRIS: tuple[CircuitId, ...] = tuple(c.id for c in BOX.circuits if c.box == "petits_gris")
SPEEDS: dict[Card, SpeedCard] = {card.id: card for card in BOX.speed_cards}
KINDS: dict[str, ActionCard] = {card.id: card for card in BOX.action_cards}
ACTIONS: dict[Card, ActionCard] = {
    f"{card.id}-{copy}": card for card in BOX.action_cards for copy in range(1, card.count + 1)
}
REACTIONS: frozenset[Card] = frozenset(c for c, face in ACTIONS.items() if face.order is None)
REINFORCEMENT, BACKLASH = "shell_reinforcement", "backlash"


def deck(size: Deck) -> tuple[Card, ...]:
    """GS-3, GS-110: all cards of the game, in published order."""
    if size == 88:
        return (*SPEEDS, *ACTIONS)
    speeds = [card.id for card in SPEEDS.values() if card.in_80_card_deck]
    actions = [
        f"{card.id}-{copy}"
        for card in BOX.action_cards
        for copy in range(1, card.count_in_80_card_deck + 1)
    ]
    return (*speeds, *actions)


def kind_of(card: Card) -> str:
    """The action a card stands for."""
    return ACTIONS[card].id
