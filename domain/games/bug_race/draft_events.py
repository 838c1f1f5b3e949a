"""What happens before the cards of a round are played: they are dealt, chosen and passed on."""

from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from domain.games.bug_race.components import Card, Direction
from domain.games.bug_race.state import Drafting, Pass, Playing
from domain.kernel.audience import Audience, only
from domain.kernel.ids import Count, Seat, put, without
from domain.kernel.messages import Event, HiddenEvent, PrivateEvent, PublicEvent


class PileShuffled(HiddenEvent, frozen=True):
    """Cards become the draw pile, top card first; nobody sees it."""

    type: ClassVar = "bug_race.pile_shuffled"
    rule: ClassVar = "BR-13"
    pile: tuple[Card, ...]

    def apply(self, state: Drafting) -> Drafting:
        return replace(state, race=replace(state.race, pile=self.pile))


class CardsDealt(PrivateEvent, frozen=True):
    """The cards a player drew; only that player sees them."""

    type: ClassVar = "bug_race.cards_dealt"
    rule: ClassVar = "BR-22"
    cards: tuple[Card, ...]

    def apply(self, state: Drafting) -> Drafting:
        cards = state.offered[self.seat] + self.cards
        return replace(
            state,
            race=replace(state.race, pile=state.race.pile[len(self.cards) :]),
            offered=put(state.offered, self.seat, cards),
        )


class DiscardsReshuffled(PublicEvent, frozen=True):
    """The draw pile was empty: the discards are shuffled into a new one."""

    type: ClassVar = "bug_race.discards_reshuffled"
    rule: ClassVar = "BR-22"
    cards: int

    def apply(self, state: Drafting) -> Drafting:
        return replace(state, race=replace(state.race, pile=state.race.discards, discards=()))


class RoundDealt(PublicEvent, frozen=True):
    """Everybody has drawn; `pile` cards are left, and this round passes to this side."""

    type: ClassVar = "bug_race.round_dealt"
    rule: ClassVar = "BR-22"
    round: Count
    each: int
    pile: int
    direction: Direction

    def apply(self, state: Drafting) -> Drafting:
        return replace(state, race=replace(state.race, round=self.round))


class CardKept(PrivateEvent, frozen=True):
    """A player keeps one of the offered cards; only that player knows which."""

    type: ClassVar = "bug_race.card_kept"
    rule: ClassVar = "BR-23"
    card: Card

    def apply(self, state: Drafting) -> Drafting:
        race, seat = state.race, self.seat
        hand = (*race.hands[seat], self.card)
        return replace(
            state,
            race=replace(race, hands=put(race.hands, seat, hand)),
            offered=put(state.offered, seat, without(state.offered[seat], self.card)),
        )


class ChoiceMade(PublicEvent, frozen=True):
    """A player has chosen."""

    type: ClassVar = "bug_race.choice_made"
    rule: ClassVar = "BR-23"
    seat: Seat

    def apply(self, state: Drafting) -> Drafting:
        return replace(state, chosen=state.chosen | {self.seat})


class CardsPassed(Event, frozen=True):
    """One player hands cards to the next; only these two see them."""

    type: ClassVar = "bug_race.cards_passed"
    rule: ClassVar = "BR-24"
    giver: Seat
    receiver: Seat
    cards: tuple[Card, ...]

    def audience(self) -> Audience:
        return only(self.giver, self.receiver)

    def apply(self, state: Drafting) -> Drafting:
        """While some have passed already and others have not, both lots lie with one seat."""
        given = tuple([card for card in state.offered[self.giver] if card not in self.cards])
        offered = put(state.offered, self.giver, given)
        offered = put(offered, self.receiver, offered[self.receiver] + self.cards)
        passes = (*state.race.passes, Pass(self.giver, self.receiver, self.cards))
        return replace(state, race=replace(state.race, passes=passes), offered=offered)


class HandsPassed(PublicEvent, frozen=True):
    """Everybody has passed `each` cards on and chooses again."""

    type: ClassVar = "bug_race.hands_passed"
    rule: ClassVar = "BR-25"
    direction: Direction
    each: int

    def apply(self, state: Drafting) -> Drafting:
        return replace(state, step=state.step + 1, chosen=frozenset())


class DraftEnded(PublicEvent, frozen=True):
    """The last single cards were passed and kept: all hands are complete."""

    type: ClassVar = "bug_race.draft_ended"
    rule: ClassVar = "BR-24"
    direction: Direction
    hand: int

    def apply(self, state: Drafting) -> Playing:
        hands = tuple(hand + got for hand, got in zip(state.race.hands, state.offered, strict=True))
        return Playing(race=replace(state.race, hands=hands), played=((),) * len(hands))


Dealing: TypeAlias = PileShuffled | CardsDealt | DiscardsReshuffled | RoundDealt
DraftEvent: TypeAlias = Dealing | CardKept | ChoiceMade | CardsPassed | HandsPassed | DraftEnded
