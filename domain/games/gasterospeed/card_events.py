"""What happens to cards: piles, hands, what is laid face down and turned up."""

from collections.abc import Iterable
from typing import ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from domain.games.gasterospeed.components import SPEEDS, Card, SnailId
from domain.games.gasterospeed.state import Laid, Racing
from domain.kernel.ids import Seat, put, without
from domain.kernel.messages import Announcement, HiddenEvent, PrivateEvent, PublicEvent


class PileShuffled(HiddenEvent, frozen=True):
    """Cards become a draw pile, top card first; nobody sees it."""

    type: ClassVar = "gasterospeed.pile_shuffled"
    rule: ClassVar = "GS-22"
    pile: int
    cards: tuple[Card, ...]

    def apply(self, state: Racing) -> Racing:
        return replace(state, piles=put(state.piles, self.pile, self.cards))


class DiscardsReshuffled(PublicEvent, frozen=True):
    """A draw pile was empty: its discards are shuffled into a new one."""

    type: ClassVar = "gasterospeed.discards_reshuffled"
    rule: ClassVar = "GS-28"
    pile: int
    cards: int

    def apply(self, state: Racing) -> Racing:
        piles = put(state.piles, self.pile, state.discards[self.pile])
        return replace(state, piles=piles, discards=put(state.discards, self.pile, ()))


class CardsDrawn(PrivateEvent, frozen=True):
    """The cards a player drew; only that player sees them."""

    type: ClassVar = "gasterospeed.cards_drawn"
    rule: ClassVar = "GS-31"
    pile: int
    cards: tuple[Card, ...]

    def apply(self, state: Racing) -> Racing:
        cards, seat, number = self.cards, self.seat, self.pile
        hands = put(state.hands, seat, state.hands[seat] + cards)
        piles = put(state.piles, number, state.piles[number][len(cards) :])
        return replace(state, hands=hands, piles=piles)


class HandRefilled(Announcement, frozen=True):
    """A player drew cards; the sizes of the hand and of the piles."""

    type: ClassVar = "gasterospeed.hand_refilled"
    rule: ClassVar = "GS-26"
    seat: Seat
    hand: int
    piles: tuple[int, ...]


class HandsChecked(Announcement, frozen=True):
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

    def apply(self, state: Racing) -> Racing:
        return _thrown_away(state, self.seat, self.cards)


class SpeedLaid(PrivateEvent, frozen=True):
    """The card a player laid for the move of a snail; only that player sees it."""

    type: ClassVar = "gasterospeed.speed_laid"
    rule: ClassVar = "GS-37"
    snail: SnailId
    laid: Laid

    def apply(self, state: Racing) -> Racing:
        return _face_down(state, self.seat, self.snail, self.laid)


class SpeedSealed(Announcement, frozen=True):
    """A card for the move of a snail lies face down."""

    type: ClassVar = "gasterospeed.speed_sealed"
    rule: ClassVar = "GS-33"
    snail: SnailId


class SpeedsRevealed(PublicEvent, frozen=True):
    """The Speed cards are turned up, by snail."""

    type: ClassVar = "gasterospeed.speeds_revealed"
    rule: ClassVar = "GS-38"
    speeds: tuple[Laid | None, ...]

    def apply(self, state: Racing) -> Racing:
        return replace(state, speeds=self.speeds, sealed=(None,) * len(state.sealed))


class ActionLaid(PrivateEvent, frozen=True):
    """The card a player laid for the action of a snail; only that player sees it."""

    type: ClassVar = "gasterospeed.action_laid"
    rule: ClassVar = "GS-44"
    snail: SnailId
    laid: Laid

    def apply(self, state: Racing) -> Racing:
        return _face_down(state, self.seat, self.snail, self.laid)


class ActionSealed(Announcement, frozen=True):
    """A card for the action of a snail lies face down."""

    type: ClassVar = "gasterospeed.action_sealed"
    rule: ClassVar = "GS-33"
    snail: SnailId


class ActionsRevealed(PublicEvent, frozen=True):
    """The cards are turned up, by snail; those laid as a discard are discarded at once."""

    type: ClassVar = "gasterospeed.actions_revealed"
    rule: ClassVar = "GS-45"
    actions: tuple[Laid | None, ...]

    def apply(self, state: Racing) -> Racing:
        away = [laid.card for laid in self.actions if laid and laid.discard and laid.card]
        nothing = (None,) * len(state.sealed)
        return replace(state, actions=self.actions, sealed=nothing, discards=_discards(state, away))


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

    def apply(self, state: Racing) -> Racing:
        if self.why != "out":
            return state
        actions = put(state.actions, self.snail, None)
        return replace(state, actions=actions, discards=_discards(state, (self.card,)))


class CardsDiscarded(PublicEvent, frozen=True):
    """A player discards cards because a snail of that player is out of the race."""

    type: ClassVar = "gasterospeed.cards_discarded"
    rule: ClassVar = "GS-78"
    seat: Seat
    cards: tuple[Card, ...]

    def apply(self, state: Racing) -> Racing:
        return _thrown_away(state, self.seat, self.cards)


class CardsSwept(PublicEvent, frozen=True):
    """The turn is over: all cards that lie before the snails are discarded."""

    type: ClassVar = "gasterospeed.cards_swept"
    rule: ClassVar = "GS-89"

    def apply(self, state: Racing) -> Racing:
        lying = [laid for laid in (*state.speeds, *state.actions) if laid and not laid.discard]
        nothing: tuple[Laid | None, ...] = (None,) * len(state.speeds)
        discards = _discards(state, [laid.card for laid in lying if laid.card])
        return replace(state, speeds=nothing, actions=nothing, discards=discards)


class ExtraCardTaken(PublicEvent, frozen=True):
    """A champion takes the extra card of this race."""

    type: ClassVar = "gasterospeed.extra_card_taken"
    rule: ClassVar = "GS-106"
    seat: Seat

    def apply(self, state: Racing) -> Racing:
        return replace(state, extra_taken=state.extra_taken | {self.seat})


class ReactionPlayed(PublicEvent, frozen=True):
    """A reaction card protects a snail and is discarded."""

    type: ClassVar = "gasterospeed.reaction_played"
    rule: ClassVar = "GS-63"
    seat: Seat
    snail: SnailId
    card: Card

    def cites(self) -> str:
        return "GS-60" if self.card.startswith("shell_reinforcement") else "GS-61"

    def apply(self, state: Racing) -> Racing:
        hands = put(state.hands, self.seat, without(state.hands[self.seat], self.card))
        return replace(state, hands=hands, discards=_discards(state, (self.card,)))


def _face_down(state: Racing, seat: Seat, snail: SnailId, laid: Laid) -> Racing:
    sealed = put(state.sealed, snail, laid)
    if laid.card is None:
        return replace(state, sealed=sealed)
    hands = put(state.hands, seat, without(state.hands[seat], laid.card))
    return replace(state, sealed=sealed, hands=hands)


def _thrown_away(state: Racing, seat: Seat, cards: tuple[Card, ...]) -> Racing:
    kept = tuple([card for card in state.hands[seat] if card not in cards])
    hands = put(state.hands, seat, kept)
    return replace(state, hands=hands, discards=_discards(state, cards))


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
