"""What happens to cards: piles, hands, what is laid face down and turned up."""

from typing import ClassVar, Literal

from domain.games.gasterospeed.components import Card, SnailId
from domain.games.gasterospeed.state import Laid
from domain.kernel.ids import Seat
from domain.kernel.messages import HiddenEvent, PrivateEvent, PublicEvent


class PileShuffled(HiddenEvent, frozen=True):
    """Cards become a draw pile, top card first; nobody sees it."""

    type: ClassVar = "gasterospeed.pile_shuffled"
    rule: ClassVar = "GS-22"
    pile: int
    cards: tuple[Card, ...]


class DiscardsReshuffled(PublicEvent, frozen=True):
    """A draw pile was empty: its discards are shuffled into a new one."""

    type: ClassVar = "gasterospeed.discards_reshuffled"
    rule: ClassVar = "GS-28"
    pile: int
    cards: int


class CardsDrawn(PrivateEvent, frozen=True):
    """The cards a player drew; only that player sees them."""

    type: ClassVar = "gasterospeed.cards_drawn"
    rule: ClassVar = "GS-31"
    pile: int
    cards: tuple[Card, ...]


class HandRefilled(PublicEvent, frozen=True):
    """A player drew cards; the sizes of the hand and of the piles."""

    type: ClassVar = "gasterospeed.hand_refilled"
    rule: ClassVar = "GS-26"
    seat: Seat
    hand: int
    piles: tuple[int, ...]


class HandsChecked(PublicEvent, frozen=True):
    """All hands are complete; these players announce that they hold only yellow cards."""

    type: ClassVar = "gasterospeed.hands_checked"
    rule: ClassVar = "GS-29"
    yellow: tuple[Seat, ...]


class RedrawAnnounced(PublicEvent, frozen=True):
    """A hand without Speed card: two cards are discarded at random."""

    type: ClassVar = "gasterospeed.redraw_announced"
    rule: ClassVar = "GS-29"
    seat: Seat
    cards: tuple[Card, ...]


class SpeedLaid(PrivateEvent, frozen=True):
    """The card a player laid for the move of a snail; only that player sees it."""

    type: ClassVar = "gasterospeed.speed_laid"
    rule: ClassVar = "GS-37"
    snail: SnailId
    laid: Laid


class SpeedSealed(PublicEvent, frozen=True):
    """A card for the move of a snail lies face down."""

    type: ClassVar = "gasterospeed.speed_sealed"
    rule: ClassVar = "GS-33"
    snail: SnailId


class SpeedsRevealed(PublicEvent, frozen=True):
    """The Speed cards are turned up, by snail."""

    type: ClassVar = "gasterospeed.speeds_revealed"
    rule: ClassVar = "GS-38"
    speeds: tuple[Laid | None, ...]


class ActionLaid(PrivateEvent, frozen=True):
    """The card a player laid for the action of a snail; only that player sees it."""

    type: ClassVar = "gasterospeed.action_laid"
    rule: ClassVar = "GS-44"
    snail: SnailId
    laid: Laid


class ActionSealed(PublicEvent, frozen=True):
    """A card for the action of a snail lies face down."""

    type: ClassVar = "gasterospeed.action_sealed"
    rule: ClassVar = "GS-33"
    snail: SnailId


class ActionsRevealed(PublicEvent, frozen=True):
    """The cards are turned up, by snail; those laid as a discard are discarded at once."""

    type: ClassVar = "gasterospeed.actions_revealed"
    rule: ClassVar = "GS-45"
    actions: tuple[Laid | None, ...]


class CardLost(PublicEvent, frozen=True):
    """A card has no effect: it is impossible, the choice came too late, or its snail is out."""

    type: ClassVar = "gasterospeed.card_lost"
    rule: ClassVar = "GS-48"
    snail: SnailId
    card: Card
    why: Literal["impossible", "slow", "out"]

    def cites(self) -> str:
        rules = {"slow": "GS-34", "out": "GS-49"}
        return rules.get(self.why, "GS-41" if self.card[0].isdigit() else "GS-48")


class CardsDiscarded(PublicEvent, frozen=True):
    """A player discards cards because a snail of that player is out of the race."""

    type: ClassVar = "gasterospeed.cards_discarded"
    rule: ClassVar = "GS-78"
    seat: Seat
    cards: tuple[Card, ...]


class CardsSwept(PublicEvent, frozen=True):
    """The turn is over: all cards that lie before the snails are discarded."""

    type: ClassVar = "gasterospeed.cards_swept"
    rule: ClassVar = "GS-89"


class ExtraCardTaken(PublicEvent, frozen=True):
    """A champion takes the extra card of this race."""

    type: ClassVar = "gasterospeed.extra_card_taken"
    rule: ClassVar = "GS-106"
    seat: Seat


class ReactionPlayed(PublicEvent, frozen=True):
    """A reaction card protects a snail and is discarded."""

    type: ClassVar = "gasterospeed.reaction_played"
    rule: ClassVar = "GS-63"
    seat: Seat
    snail: SnailId
    card: Card

    def cites(self) -> str:
        return "GS-60" if self.card.startswith("renfort") else "GS-61"
