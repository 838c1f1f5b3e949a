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
    line: BySeat[Seat]
    prizes: Prizes
    photo_finish: bool

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
    boxed: tuple[Danger, ...]

    def apply(self, state: Racing) -> Racing:
        return replace(state, stack=self.stack, boxed=self.boxed)


class PileShuffled(HiddenEvent, type="gumball_rally.pile_shuffled", rule="GB-12"):
    """Race cards become the draw pile, top card first; nobody sees it."""

    pile: tuple[Card, ...]

    def apply(self, state: Racing) -> Racing:
        return replace(state, pile=self.pile)


class HandDealt(PrivateEvent, type="gumball_rally.hand_dealt", rule="GB-12"):
    """The cards dealt to a driver; only that driver sees them."""

    cards: tuple[Card, ...]

    def apply(self, state: Racing) -> Racing:
        pile = state.pile[len(self.cards) :]
        return replace(state, hands=put(state.hands, self.seat, self.cards), pile=pile)


class HandsDealt(Announcement, type="gumball_rally.hands_dealt", rule="GB-12"):
    """Everybody has a hand; the counts of the hidden cards."""

    each: int
    pile: int
    dangers: int


class CardPlayed(PublicEvent, type="gumball_rally.card_played", rule="GB-21"):
    """A card is laid under its buggy, which overtakes the seats in `passed`, nearest first."""

    seat: Seat
    card: Card
    passed: tuple[Seat, ...]
    line: BySeat[Seat]

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


class DangerRevealed(PublicEvent, type="gumball_rally.danger_revealed", rule="GB-29"):
    """The top Danger card is turned up."""

    card: Danger
    round: Count

    def apply(self, state: Racing) -> Racing:
        return replace(state, stack=state.stack[1:], revealed=(*state.revealed, self.card))


class BuggySlowed(PublicEvent, type="gumball_rally.buggy_slowed", rule="GB-30"):
    """A normal danger sends one buggy to the end of the line."""

    seat: Seat
    line: BySeat[Seat]

    def apply(self, state: Racing) -> Racing:
        return replace(state, line=self.line)


class BuggiesSlowed(PublicEvent, type="gumball_rally.buggies_slowed", rule="GB-31"):
    """A major danger sends every buggy of its colour to the end of the line."""

    seats: tuple[Seat, ...]
    line: BySeat[Seat]

    def apply(self, state: Racing) -> Racing:
        return replace(state, line=self.line)


class NobodySlowed(Announcement, type="gumball_rally.nobody_slowed", rule="GB-32"):
    """A danger changes nothing: nobody has its colour, or the buggy it hits is last already."""

    hit: Seat | None


class CheckpointScored(PublicEvent, type="gumball_rally.checkpoint_scored", rule="GB-36"):
    """The first places of the line take the Point cards of a Checkpoint."""

    awards: tuple[Award, ...]
    points: BySeat[int]

    def apply(self, state: Racing) -> Racing:
        return replace(state, points=self.points)


class FinishScored(PublicEvent, type="gumball_rally.finish_scored", rule="GB-37"):
    """Vainqueur!: the first buggies of the line take the finish cards."""

    awards: tuple[Award, ...]
    points: BySeat[int]

    def apply(self, state: Racing) -> Racing:
        return replace(state, points=self.points)


class RoundEnded(PublicEvent, type="gumball_rally.round_ended", rule="GB-34"):
    """The played cards are discarded; the next round (if any) begins at the head of the line."""

    next_round: int | None

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
    points: BySeat[int]

    def apply(self, state: Racing) -> Finished:
        return Finished(state, self.places)


Dealing: TypeAlias = RallyLinedUp | DangersStacked | PileShuffled | HandDealt | HandsDealt
Playing: TypeAlias = CardPlayed | DiscardsReshuffled | CardDrawn | HandRefilled
Slowing: TypeAlias = DangerRevealed | BuggySlowed | BuggiesSlowed | NobodySlowed
Scoring: TypeAlias = CheckpointScored | FinishScored | RoundEnded | PhotoTaken | RallyFinished
RallyEvent: TypeAlias = Dealing | Playing | Slowing | Scoring
