"""What is in the box: GR-1.1 … GR-1.12. Every number that may be corrected is in the data."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.kernel import data_files
from domain.kernel.ids import component_id
from domain.kernel.messages import Value

Kind: TypeAlias = Literal["1", "2", "3", "5", "goof", "crafty"]
Bearer: TypeAlias = Annotated[
    str,
    component_id(
        r"^B-(1|2|3|5|goof|crafty)-[1-9][0-9]?\Z",
        description="A bearer card: its kind and its number among them.",
        examples=["B-5-2", "B-crafty-1"],
    ),
]
# A place on the track, or a move: START is 0, and what is behind it is negative.
Cells: TypeAlias = Annotated[int, Meta(ge=-1_000, le=1_000)]
CraftyMode: TypeAlias = Literal["both", "seed_literal", "seed_literal_own_back"]


class BearerKind(Value, frozen=True):
    """GR-1.9, GR-1.10; `moves` is null where the player chooses."""

    kind: Kind
    name_en: str
    name_fr: str
    moves: int | None
    count: int


class Chair(Value, frozen=True):
    """GR-1.2"""

    id: str
    name_en: str
    name_fr: str


class Board(Value, frozen=True):
    """GR-1.11"""

    start: int
    pond: int
    stones: tuple[int, ...]


class Prizes(Value, frozen=True):
    """GR-1.12: gold for ranks 1, 2, 3."""

    race: int
    gold: tuple[int, ...]


class AuctionDeal(Value, frozen=True):
    """GR-3.1: what so many bidders get."""

    bidders: int
    cards_each: int
    open: int
    first_passers_discard: int


class AuctionNumbers(Value, frozen=True):
    min_bid: int
    min_raise: int
    failures_before_forced_opening: int
    replacements_per_break: int
    deal: tuple[AuctionDeal, ...]


class TimeLimits(Value, frozen=True):
    """GR-11.13"""

    bid: int
    roll: int
    crafty: int
    remove: int


class Box(Value, frozen=True):
    players: tuple[int, int]
    chairs: tuple[Chair, ...]
    bearers: tuple[BearerKind, ...]
    strongest_first: tuple[Kind, ...]
    team_size: int  # also the slots of a display and the sides of the die
    start_gold: int
    last_team_price: int
    board: Board
    prizes: tuple[Prizes, ...]
    auction: AuctionNumbers
    most_rolls: int
    timeouts_seconds: TimeLimits


BOX = data_files.components(__package__, Box)
CHAIRS: tuple[str, ...] = tuple(chair.id for chair in BOX.chairs)
DEALS: dict[int, AuctionDeal] = {deal.bidders: deal for deal in BOX.auction.deal}
BEARERS: dict[Bearer, BearerKind] = {
    f"B-{each.kind}-{number}": each for each in BOX.bearers for number in range(1, each.count + 1)
}
STRENGTH: dict[Bearer, int] = {
    bearer: -BOX.strongest_first.index(each.kind) for bearer, each in BEARERS.items()
}
