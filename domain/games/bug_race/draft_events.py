"""What happens before the cards of a round are played: they are dealt, chosen and passed on."""

from typing import TypeAlias

from msgspec.structs import replace

from domain.games.bug_race.components import Card, Direction
from domain.games.bug_race.state import Drafting, Pass, Playing
from domain.kernel.ids import Count, Seat
from domain.kernel.messages import (
    Audience,
    Event,
    HiddenEvent,
    PrivateEvent,
    PublicEvent,
    only,
    put,
    without,
)


class PileShuffled(HiddenEvent, type="bug_race.pile_shuffled", rule="BR-13"):
    """Cards become the draw pile, top card first; nobody sees it."""

    pile: tuple[Card, ...]
    """The draw pile, top card first."""

    def apply(self, state: Drafting) -> Drafting:
        return replace(state, race=replace(state.race, pile=self.pile))


class CardsDealt(PrivateEvent, type="bug_race.cards_dealt", rule="BR-22"):
    """The cards a player drew; only that player sees them."""

    cards: tuple[Card, ...]
    """The cards that you drew."""

    def apply(self, state: Drafting) -> Drafting:
        cards = state.offered[self.seat] + self.cards
        return replace(
            state,
            race=replace(state.race, pile=state.race.pile[len(self.cards) :]),
            offered=put(state.offered, self.seat, cards),
        )


class DiscardsReshuffled(PublicEvent, type="bug_race.discards_reshuffled", rule="BR-22"):
    """The draw pile was empty: the discards are shuffled into a new one."""

    cards: int
    """How many cards are shuffled."""

    def apply(self, state: Drafting) -> Drafting:
        return replace(state, race=replace(state.race, pile=state.race.discards, discards=()))


class RoundDealt(PublicEvent, type="bug_race.round_dealt", rule="BR-22"):
    """Everybody has drawn; `pile` cards are left, and this round passes to this side."""

    round: Count
    """The round, from 1."""
    each: int
    """How many each player has."""
    pile: int
    """How many cards are left in the draw pile."""
    direction: Direction
    """To which neighbour cards are passed."""

    def apply(self, state: Drafting) -> Drafting:
        return replace(state, race=replace(state.race, round=self.round))


class CardKept(PrivateEvent, type="bug_race.card_kept", rule="BR-23"):
    """A player keeps one of the offered cards; only that player knows which."""

    card: Card

    def apply(self, state: Drafting) -> Drafting:
        race, seat = state.race, self.seat
        hand = (*race.hands[seat], self.card)
        return replace(
            state,
            race=replace(race, hands=put(race.hands, seat, hand)),
            offered=put(state.offered, seat, without(state.offered[seat], self.card)),
        )


class ChoiceMade(PublicEvent, type="bug_race.choice_made", rule="BR-23"):
    """A player has chosen."""

    seat: Seat

    def apply(self, state: Drafting) -> Drafting:
        return replace(state, chosen=state.chosen | {self.seat})


class CardsPassed(Event, type="bug_race.cards_passed", rule="BR-24"):
    """One player hands cards to the next; only these two see them."""

    giver: Seat
    receiver: Seat
    cards: tuple[Card, ...]
    """The cards that change hands."""

    def audience(self) -> Audience:
        return only(self.giver, self.receiver)

    def apply(self, state: Drafting) -> Drafting:
        """While some have passed already and others have not, both lots lie with one seat."""
        given = tuple([card for card in state.offered[self.giver] if card not in self.cards])
        offered = put(state.offered, self.giver, given)
        offered = put(offered, self.receiver, offered[self.receiver] + self.cards)
        passes = (*state.race.passes, Pass(self.giver, self.receiver, self.cards))
        return replace(state, race=replace(state.race, passes=passes), offered=offered)


class HandsPassed(PublicEvent, type="bug_race.hands_passed", rule="BR-25"):
    """Everybody has passed `each` cards on and chooses again."""

    direction: Direction
    """To which neighbour cards are passed."""
    each: int
    """How many each player has."""

    def apply(self, state: Drafting) -> Drafting:
        return replace(state, step=state.step + 1, chosen=frozenset())


class DraftEnded(PublicEvent, type="bug_race.draft_ended", rule="BR-24"):
    """The last single cards were passed and kept: all hands are complete."""

    direction: Direction
    """To which neighbour cards are passed."""
    hand: int
    """Cards of the hand."""

    def apply(self, state: Drafting) -> Playing:
        hands = tuple(hand + got for hand, got in zip(state.race.hands, state.offered, strict=True))
        return Playing(race=replace(state.race, hands=hands), played=((),) * len(hands))


Dealing: TypeAlias = PileShuffled | CardsDealt | DiscardsReshuffled | RoundDealt
DraftEvent: TypeAlias = Dealing | CardKept | ChoiceMade | CardsPassed | HandsPassed | DraftEnded
