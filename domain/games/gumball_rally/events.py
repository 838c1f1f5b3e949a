"""What happens in a rally, in the order in which it usually happens."""

from typing import TypeAlias

from msgspec.structs import replace

from domain.games.gumball_rally.components import Card, Danger, Prizes
from domain.games.gumball_rally.state import Award, Finished, NotLinedUp, Racing
from domain.kernel.ids import BySeat, Count, Seat
from domain.kernel.messages import (
    Announcement,
    HiddenEvent,
    PrivateEvent,
    PublicEvent,
    put,
    without,
)


class RallyLinedUp(PublicEvent, type="gumball_rally.rally_lined_up", rule="GB-16"):
    """The buggies stand in line and the prizes are laid out."""

    buggies: tuple[str, ...]
    """The buggy of each seat."""
    line: BySeat[Seat]
    """The seats in the order of the line, front to back."""
    prizes: Prizes
    """The points for the first places, at a checkpoint and at the finish."""
    photo_finish: bool
    """Whether tied leaders draw cards for the victory."""

    def apply(self, state: NotLinedUp) -> Racing:
        drivers = len(self.line)
        return Racing(
            buggies=self.buggies,
            line=self.line,
            prizes=self.prizes,
            photo_finish=self.photo_finish,
            round=1,
            hands=((),) * drivers,
            played=(None,) * drivers,
            points=(0,) * drivers,
        )


class DangersStacked(HiddenEvent, type="gumball_rally.dangers_stacked", rule="GB-13"):
    """The danger stack is built, top card first; nobody sees it."""

    stack: tuple[Danger, ...]
    """The Danger cards, top first."""
    boxed: tuple[Danger, ...]
    """Danger cards that stay in the box."""

    def apply(self, state: Racing) -> Racing:
        return replace(state, stack=self.stack, boxed=self.boxed)


class PileShuffled(HiddenEvent, type="gumball_rally.pile_shuffled", rule="GB-12"):
    """Race cards become the draw pile, top card first; nobody sees it."""

    pile: tuple[Card, ...]
    """The draw pile, top card first."""

    def apply(self, state: Racing) -> Racing:
        return replace(state, pile=self.pile)


class HandDealt(PrivateEvent, type="gumball_rally.hand_dealt", rule="GB-12"):
    """The cards dealt to a driver; only that driver sees them."""

    cards: tuple[Card, ...]
    """The Race cards that you were dealt."""

    def apply(self, state: Racing) -> Racing:
        pile = state.pile[len(self.cards) :]
        return replace(state, hands=put(state.hands, self.seat, self.cards), pile=pile)


class HandsDealt(Announcement, type="gumball_rally.hands_dealt", rule="GB-12"):
    """Everybody has a hand; the counts of the hidden cards."""

    each: int
    """How many each player has."""
    pile: int
    """How many cards are left in the draw pile."""
    dangers: int
    """How many Danger cards lie face down."""


class CardPlayed(PublicEvent, type="gumball_rally.card_played", rule="GB-21"):
    """A card is laid under its buggy, which overtakes the seats in `passed`, nearest first."""

    seat: Seat
    card: Card
    passed: tuple[Seat, ...]
    """The seats that were overtaken, in this order."""
    line: BySeat[Seat]
    """The seats in the order of the line, front to back."""

    def apply(self, state: Racing) -> Racing:
        hand = without(state.hands[self.seat], self.card)
        return replace(
            state,
            hands=put(state.hands, self.seat, hand),
            played=put(state.played, self.seat, self.card),
            line=self.line,
        )


class DiscardsReshuffled(PublicEvent, type="gumball_rally.discards_reshuffled", rule="GB-28"):
    """The draw pile was empty: the discards are shuffled into a new one."""

    cards: int
    """How many cards are shuffled."""

    def apply(self, state: Racing) -> Racing:
        return replace(state, pile=state.discards, discards=())


class CardDrawn(PrivateEvent, type="gumball_rally.card_drawn", rule="GB-22"):
    """The card a driver drew; only that driver sees it."""

    card: Card

    def apply(self, state: Racing) -> Racing:
        hand = (*state.hands[self.seat], self.card)
        return replace(state, hands=put(state.hands, self.seat, hand), pile=state.pile[1:])


class HandRefilled(Announcement, type="gumball_rally.hand_refilled", rule="GB-22"):
    """A driver has drawn; `pile` cards are left."""

    seat: Seat
    pile: int
    """How many cards are left in the draw pile."""


class DangerRevealed(PublicEvent, type="gumball_rally.danger_revealed", rule="GB-29"):
    """The top Danger card is turned up."""

    card: Danger
    round: Count
    """The round, from 1."""

    def apply(self, state: Racing) -> Racing:
        return replace(state, stack=state.stack[1:], revealed=(*state.revealed, self.card))


class BuggySlowed(PublicEvent, type="gumball_rally.buggy_slowed", rule="GB-30"):
    """A normal danger sends one buggy to the end of the line."""

    seat: Seat
    line: BySeat[Seat]
    """The seats in the order of the line, front to back."""

    def apply(self, state: Racing) -> Racing:
        return replace(state, line=self.line)


class BuggiesSlowed(PublicEvent, type="gumball_rally.buggies_slowed", rule="GB-31"):
    """A major danger sends every buggy of its colour to the end of the line."""

    seats: tuple[Seat, ...]
    """The seats, each by its number."""
    line: BySeat[Seat]
    """The seats in the order of the line, front to back."""

    def apply(self, state: Racing) -> Racing:
        return replace(state, line=self.line)


class NobodySlowed(Announcement, type="gumball_rally.nobody_slowed", rule="GB-32"):
    """A danger changes nothing: nobody has its colour, or the buggy it hits is last already."""

    hit: Seat | None
    """The seat that the danger hits, which is last already; null if it hits nobody."""


class CheckpointScored(PublicEvent, type="gumball_rally.checkpoint_scored", rule="GB-36"):
    """The first places of the line take the Point cards of a Checkpoint."""

    awards: tuple[Award, ...]
    """What each seat gets."""
    points: BySeat[int]
    """The points of each seat so far."""

    def apply(self, state: Racing) -> Racing:
        return replace(state, points=self.points)


class FinishScored(PublicEvent, type="gumball_rally.finish_scored", rule="GB-37"):
    """Vainqueur!: the first buggies of the line take the finish cards."""

    awards: tuple[Award, ...]
    """What each seat gets."""
    points: BySeat[int]
    """The points of each seat so far."""

    def apply(self, state: Racing) -> Racing:
        return replace(state, points=self.points)


class RoundEnded(PublicEvent, type="gumball_rally.round_ended", rule="GB-34"):
    """The played cards are discarded; the next round (if any) begins at the head of the line."""

    next_round: int | None
    """The round that begins; null after the last."""

    def apply(self, state: Racing) -> Racing:
        discards = state.discards + tuple(card for card in state.played if card is not None)
        played = (None,) * len(state.played)
        return replace(
            state, discards=discards, played=played, round=self.next_round or state.round
        )


class PhotoTaken(PublicEvent, type="gumball_rally.photo_taken", rule="GB-39"):
    """A tied leader draws a card for the victory."""

    seat: Seat
    card: Card

    def apply(self, state: Racing) -> Racing:
        return replace(state, pile=state.pile[1:], aside=(*state.aside, self.card))


class RallyFinished(PublicEvent, type="gumball_rally.rally_finished", rule="GB-38"):
    """The rally is over; equal places are shared."""

    places: tuple[int, ...]
    """The place of each seat; 1 is first, and equal places are shared."""
    points: BySeat[int]
    """The points of each seat."""

    def apply(self, state: Racing) -> Finished:
        return Finished(state, self.places)


Dealing: TypeAlias = RallyLinedUp | DangersStacked | PileShuffled | HandDealt | HandsDealt
Playing: TypeAlias = CardPlayed | DiscardsReshuffled | CardDrawn | HandRefilled
Slowing: TypeAlias = DangerRevealed | BuggySlowed | BuggiesSlowed | NobodySlowed
Scoring: TypeAlias = CheckpointScored | FinishScored | RoundEnded | PhotoTaken | RallyFinished
RallyEvent: TypeAlias = Dealing | Playing | Slowing | Scoring
