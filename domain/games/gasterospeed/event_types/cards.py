"""What happens to cards: piles, hands, what is laid face down and turned up."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.games.gasterospeed.components import SPEEDS, Card, SnailId
from domain.games.gasterospeed.state import Laid, Racing
from domain.kernel.ids import Seat
from domain.kernel.messages import (
    Announcement,
    HiddenEvent,
    PrivateEvent,
    PublicEvent,
    put,
    without,
)


class PileShuffled(HiddenEvent, type="gasterospeed.pile_shuffled", rule="GS-22"):
    """Cards become a draw pile, top card first; nobody sees it."""

    pile: int
    """The number of the pile."""
    cards: tuple[Card, ...]
    """The whole pile, top card first."""

    def apply(self, state: Racing) -> Racing:
        return replace(state, piles=put(state.piles, self.pile, self.cards))


class DiscardsReshuffled(PublicEvent, type="gasterospeed.discards_reshuffled", rule="GS-28"):
    """A draw pile was empty: its discards are shuffled into a new one."""

    pile: int
    """The number of the pile."""
    cards: int
    """How many cards are shuffled."""

    def apply(self, state: Racing) -> Racing:
        piles = put(state.piles, self.pile, state.discards[self.pile])
        return replace(state, piles=piles, discards=put(state.discards, self.pile, ()))


class CardsDrawn(PrivateEvent, type="gasterospeed.cards_drawn", rule="GS-31"):
    """The cards a player drew; only that player sees them."""

    pile: int
    """The number of the pile."""
    cards: tuple[Card, ...]
    """The cards that you drew."""

    def apply(self, state: Racing) -> Racing:
        cards, seat, number = self.cards, self.seat, self.pile
        hands = put(state.hands, seat, state.hands[seat] + cards)
        piles = put(state.piles, number, state.piles[number][len(cards) :])
        return replace(state, hands=hands, piles=piles)


class HandRefilled(Announcement, type="gasterospeed.hand_refilled", rule="GS-26"):
    """A player drew cards; the sizes of the hand and of the piles."""

    seat: Seat
    hand: int
    """Cards of the hand."""
    piles: tuple[int, ...]
    """How many cards each draw pile has."""


class HandsChecked(Announcement, type="gasterospeed.hands_checked", rule="GS-29"):
    """All hands are complete; these players announce that they hold only yellow cards."""

    yellow: tuple[Seat, ...]
    """Whether yellow cards are laid."""


class ThrownAway(PublicEvent):
    """Cards go from a hand to the discards, for one reason or another."""

    seat: Seat
    cards: tuple[Card, ...]
    """The two cards that were discarded."""

    def apply(self, state: Racing) -> Racing:
        kept = tuple([card for card in state.hands[self.seat] if card not in self.cards])
        hands = put(state.hands, self.seat, kept)
        return replace(state, hands=hands, discards=_discards(state, self.cards))


class RedrawAnnounced(ThrownAway, type="gasterospeed.redraw_announced", rule="GS-29"):
    """A hand without Speed card: two cards are discarded at random."""


class LaidFaceDown(PrivateEvent):
    """A card lies face down for a snail, or nothing does; only its player sees which."""

    snail: SnailId
    laid: Laid
    """Cards that lie face down."""

    def apply(self, state: Racing) -> Racing:
        sealed, seat = put(state.sealed, self.snail, self.laid), self.seat
        if self.laid.card is None:
            return replace(state, sealed=sealed)
        hands = put(state.hands, seat, without(state.hands[seat], self.laid.card))
        return replace(state, sealed=sealed, hands=hands)


class SpeedLaid(LaidFaceDown, type="gasterospeed.speed_laid", rule="GS-37"):
    """The card a player laid for the move of a snail; only that player sees it."""


class SpeedSealed(Announcement, type="gasterospeed.speed_sealed", rule="GS-33"):
    """A card for the move of a snail lies face down."""

    snail: SnailId


class SpeedsRevealed(PublicEvent, type="gasterospeed.speeds_revealed", rule="GS-38"):
    """The Speed cards are turned up, by snail."""

    speeds: tuple[Laid | None, ...]
    """Speed cards by snail."""

    def apply(self, state: Racing) -> Racing:
        return replace(state, speeds=self.speeds, sealed=(None,) * len(state.sealed))


class ActionLaid(LaidFaceDown, type="gasterospeed.action_laid", rule="GS-44"):
    """The card a player laid for the action of a snail; only that player sees it."""


class ActionSealed(Announcement, type="gasterospeed.action_sealed", rule="GS-33"):
    """A card for the action of a snail lies face down."""

    snail: SnailId


class ActionsRevealed(PublicEvent, type="gasterospeed.actions_revealed", rule="GS-45"):
    """The cards are turned up, by snail; those laid as a discard are discarded at once."""

    actions: tuple[Laid | None, ...]
    """The Action card of each snail, face up; null if none was laid."""

    def apply(self, state: Racing) -> Racing:
        away = [laid.card for laid in self.actions if laid and laid.discard and laid.card]
        nothing = (None,) * len(state.sealed)
        return replace(state, actions=self.actions, sealed=nothing, discards=_discards(state, away))


class CardLost(PublicEvent, type="gasterospeed.card_lost", rule="GS-48"):
    """A card has no effect: it is impossible, the choice came too late, or its snail is out."""

    snail: SnailId
    card: Card
    why: Literal["impossible", "slow", "out"]
    """The reason why it happened."""

    def cites(self) -> str:
        rules = {"slow": "GS-34", "out": "GS-49"}
        return rules.get(self.why, "GS-41" if self.card[0].isdigit() else "GS-48")

    def apply(self, state: Racing) -> Racing:
        if self.why != "out":
            return state
        actions = put(state.actions, self.snail, None)
        return replace(state, actions=actions, discards=_discards(state, (self.card,)))


class CardsDiscarded(ThrownAway, type="gasterospeed.cards_discarded", rule="GS-78"):
    """A player discards cards because a snail of that player is out of the race."""


class CardsSwept(PublicEvent, type="gasterospeed.cards_swept", rule="GS-89"):
    """The turn is over: all cards that lie before the snails are discarded."""

    def apply(self, state: Racing) -> Racing:
        lying = [laid for laid in (*state.speeds, *state.actions) if laid and not laid.discard]
        nothing: tuple[Laid | None, ...] = (None,) * len(state.speeds)
        discards = _discards(state, [laid.card for laid in lying if laid.card])
        return replace(state, speeds=nothing, actions=nothing, discards=discards)


class ExtraCardTaken(PublicEvent, type="gasterospeed.extra_card_taken", rule="GS-106"):
    """A champion takes the extra card of this race."""

    seat: Seat

    def apply(self, state: Racing) -> Racing:
        return replace(state, extra_taken=state.extra_taken | {self.seat})


class ReactionPlayed(PublicEvent, type="gasterospeed.reaction_played", rule="GS-63"):
    """A reaction card protects a snail and is discarded."""

    seat: Seat
    snail: SnailId
    card: Card

    def cites(self) -> str:
        return "GS-60" if self.card.startswith("shell_reinforcement") else "GS-61"

    def apply(self, state: Racing) -> Racing:
        hands = put(state.hands, self.seat, without(state.hands[self.seat], self.card))
        return replace(state, hands=hands, discards=_discards(state, (self.card,)))


def _discards(state: Racing, cards: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """The discards with these on top; each colour has its own where there are two piles."""
    if len(state.discards) == 1:
        return ((*state.discards[0], *cards),)
    speed, action = state.discards
    return (
        (*speed, *(card for card in cards if card in SPEEDS)),
        (*action, *(card for card in cards if card not in SPEEDS)),
    )


Piled: TypeAlias = PileShuffled | DiscardsReshuffled | CardsDrawn | HandRefilled
Dealing: TypeAlias = Piled | HandsChecked | RedrawAnnounced
LaidSpeed: TypeAlias = SpeedLaid | SpeedSealed | SpeedsRevealed
Laying: TypeAlias = LaidSpeed | ActionLaid | ActionSealed | ActionsRevealed
Discarding: TypeAlias = CardLost | CardsDiscarded | CardsSwept | ExtraCardTaken
