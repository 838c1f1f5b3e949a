"""What happens in a rally, in the order in which it usually happens."""

from typing import ClassVar, TypeAlias

from domain.games.gumball_rally.components import Card, Danger, Prizes
from domain.kernel.ids import BySeat, Count, Seat
from domain.kernel.messages import HiddenEvent, PrivateEvent, PublicEvent, Value


class RallyLinedUp(PublicEvent, frozen=True):
    """The buggies stand in line and the prizes are laid out."""

    type: ClassVar = "gumball_rally.rally_lined_up"
    rule: ClassVar = "GB-16"
    buggies: tuple[str, ...]
    line: BySeat[Seat]
    prizes: Prizes
    photo_finish: bool


class DangersStacked(HiddenEvent, frozen=True):
    """The danger stack is built, top card first; nobody sees it."""

    type: ClassVar = "gumball_rally.dangers_stacked"
    rule: ClassVar = "GB-13"
    stack: tuple[Danger, ...]
    boxed: tuple[Danger, ...]


class PileShuffled(HiddenEvent, frozen=True):
    """Race cards become the draw pile, top card first; nobody sees it."""

    type: ClassVar = "gumball_rally.pile_shuffled"
    rule: ClassVar = "GB-12"
    pile: tuple[Card, ...]


class HandDealt(PrivateEvent, frozen=True):
    """The cards dealt to a driver; only that driver sees them."""

    type: ClassVar = "gumball_rally.hand_dealt"
    rule: ClassVar = "GB-12"
    cards: tuple[Card, ...]


class HandsDealt(PublicEvent, frozen=True):
    """Everybody has a hand; the counts of the hidden cards."""

    type: ClassVar = "gumball_rally.hands_dealt"
    rule: ClassVar = "GB-12"
    each: int
    pile: int
    dangers: int


class CardPlayed(PublicEvent, frozen=True):
    """A card is laid under its buggy, which overtakes the seats in `passed`, nearest first."""

    type: ClassVar = "gumball_rally.card_played"
    rule: ClassVar = "GB-21"
    seat: Seat
    card: Card
    passed: tuple[Seat, ...]
    line: BySeat[Seat]


class DiscardsReshuffled(PublicEvent, frozen=True):
    """The draw pile was empty: the discards are shuffled into a new one."""

    type: ClassVar = "gumball_rally.discards_reshuffled"
    rule: ClassVar = "GB-28"
    cards: int


class CardDrawn(PrivateEvent, frozen=True):
    """The card a driver drew; only that driver sees it."""

    type: ClassVar = "gumball_rally.card_drawn"
    rule: ClassVar = "GB-22"
    card: Card


class HandRefilled(PublicEvent, frozen=True):
    """A driver has drawn; `pile` cards are left."""

    type: ClassVar = "gumball_rally.hand_refilled"
    rule: ClassVar = "GB-22"
    seat: Seat
    pile: int


class DangerRevealed(PublicEvent, frozen=True):
    """The top Danger card is turned up."""

    type: ClassVar = "gumball_rally.danger_revealed"
    rule: ClassVar = "GB-29"
    card: Danger
    round: Count


class BuggySlowed(PublicEvent, frozen=True):
    """A normal danger sends one buggy to the end of the line."""

    type: ClassVar = "gumball_rally.buggy_slowed"
    rule: ClassVar = "GB-30"
    seat: Seat
    line: BySeat[Seat]


class BuggiesSlowed(PublicEvent, frozen=True):
    """A major danger sends every buggy of its colour to the end of the line."""

    type: ClassVar = "gumball_rally.buggies_slowed"
    rule: ClassVar = "GB-31"
    seats: tuple[Seat, ...]
    line: BySeat[Seat]


class NobodySlowed(PublicEvent, frozen=True):
    """A danger changes nothing: nobody has its colour, or the buggy it hits is last already."""

    type: ClassVar = "gumball_rally.nobody_slowed"
    rule: ClassVar = "GB-32"
    hit: Seat | None


class Award(Value, frozen=True):
    seat: Seat
    points: int


class CheckpointScored(PublicEvent, frozen=True):
    """The first places of the line take the Point cards of a Checkpoint."""

    type: ClassVar = "gumball_rally.checkpoint_scored"
    rule: ClassVar = "GB-36"
    awards: tuple[Award, ...]
    points: BySeat[int]


class FinishScored(PublicEvent, frozen=True):
    """Vainqueur!: the first buggies of the line take the finish cards."""

    type: ClassVar = "gumball_rally.finish_scored"
    rule: ClassVar = "GB-37"
    awards: tuple[Award, ...]
    points: BySeat[int]


class RoundEnded(PublicEvent, frozen=True):
    """The played cards are discarded; the next round (if any) begins at the head of the line."""

    type: ClassVar = "gumball_rally.round_ended"
    rule: ClassVar = "GB-34"
    next_round: int | None


class PhotoTaken(PublicEvent, frozen=True):
    """A tied leader draws a card for the victory."""

    type: ClassVar = "gumball_rally.photo_taken"
    rule: ClassVar = "GB-39"
    seat: Seat
    card: Card


class RallyFinished(PublicEvent, frozen=True):
    """The rally is over; equal places are shared."""

    type: ClassVar = "gumball_rally.rally_finished"
    rule: ClassVar = "GB-38"
    places: tuple[int, ...]
    points: BySeat[int]


RallyEvent: TypeAlias = (
    RallyLinedUp
    | DangersStacked
    | PileShuffled
    | HandDealt
    | HandsDealt
    | CardPlayed
    | DiscardsReshuffled
    | CardDrawn
    | HandRefilled
    | DangerRevealed
    | BuggySlowed
    | BuggiesSlowed
    | NobodySlowed
    | CheckpointScored
    | FinishScored
    | RoundEnded
    | PhotoTaken
    | RallyFinished
)
