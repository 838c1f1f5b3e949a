"""What happens in a rally, in the order in which it usually happens."""

from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from domain.games.gumball_rally.components import Card, Danger, Prizes
from domain.games.gumball_rally.state import Award, Finished, NotLinedUp, Racing
from domain.kernel.ids import BySeat, Count, Seat, put, without
from domain.kernel.messages import Announcement, HiddenEvent, PrivateEvent, PublicEvent


class RallyLinedUp(PublicEvent, frozen=True):
    """The buggies stand in line and the prizes are laid out."""

    type: ClassVar = "gumball_rally.rally_lined_up"
    rule: ClassVar = "GB-16"
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


class DangersStacked(HiddenEvent, frozen=True):
    """The danger stack is built, top card first; nobody sees it."""

    type: ClassVar = "gumball_rally.dangers_stacked"
    rule: ClassVar = "GB-13"
    stack: tuple[Danger, ...]
    boxed: tuple[Danger, ...]

    def apply(self, state: Racing) -> Racing:
        return replace(state, stack=self.stack, boxed=self.boxed)


class PileShuffled(HiddenEvent, frozen=True):
    """Race cards become the draw pile, top card first; nobody sees it."""

    type: ClassVar = "gumball_rally.pile_shuffled"
    rule: ClassVar = "GB-12"
    pile: tuple[Card, ...]

    def apply(self, state: Racing) -> Racing:
        return replace(state, pile=self.pile)


class HandDealt(PrivateEvent, frozen=True):
    """The cards dealt to a driver; only that driver sees them."""

    type: ClassVar = "gumball_rally.hand_dealt"
    rule: ClassVar = "GB-12"
    cards: tuple[Card, ...]

    def apply(self, state: Racing) -> Racing:
        pile = state.pile[len(self.cards) :]
        return replace(state, hands=put(state.hands, self.seat, self.cards), pile=pile)


class HandsDealt(Announcement, frozen=True):
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

    def apply(self, state: Racing) -> Racing:
        hand = without(state.hands[self.seat], self.card)
        return replace(
            state,
            hands=put(state.hands, self.seat, hand),
            played=put(state.played, self.seat, self.card),
            line=self.line,
        )


class DiscardsReshuffled(PublicEvent, frozen=True):
    """The draw pile was empty: the discards are shuffled into a new one."""

    type: ClassVar = "gumball_rally.discards_reshuffled"
    rule: ClassVar = "GB-28"
    cards: int

    def apply(self, state: Racing) -> Racing:
        return replace(state, pile=state.discards, discards=())


class CardDrawn(PrivateEvent, frozen=True):
    """The card a driver drew; only that driver sees it."""

    type: ClassVar = "gumball_rally.card_drawn"
    rule: ClassVar = "GB-22"
    card: Card

    def apply(self, state: Racing) -> Racing:
        hand = (*state.hands[self.seat], self.card)
        return replace(state, hands=put(state.hands, self.seat, hand), pile=state.pile[1:])


class HandRefilled(Announcement, frozen=True):
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

    def apply(self, state: Racing) -> Racing:
        return replace(state, stack=state.stack[1:], revealed=(*state.revealed, self.card))


class BuggySlowed(PublicEvent, frozen=True):
    """A normal danger sends one buggy to the end of the line."""

    type: ClassVar = "gumball_rally.buggy_slowed"
    rule: ClassVar = "GB-30"
    seat: Seat
    line: BySeat[Seat]

    def apply(self, state: Racing) -> Racing:
        return replace(state, line=self.line)


class BuggiesSlowed(PublicEvent, frozen=True):
    """A major danger sends every buggy of its colour to the end of the line."""

    type: ClassVar = "gumball_rally.buggies_slowed"
    rule: ClassVar = "GB-31"
    seats: tuple[Seat, ...]
    line: BySeat[Seat]

    def apply(self, state: Racing) -> Racing:
        return replace(state, line=self.line)


class NobodySlowed(Announcement, frozen=True):
    """A danger changes nothing: nobody has its colour, or the buggy it hits is last already."""

    type: ClassVar = "gumball_rally.nobody_slowed"
    rule: ClassVar = "GB-32"
    hit: Seat | None


class CheckpointScored(PublicEvent, frozen=True):
    """The first places of the line take the Point cards of a Checkpoint."""

    type: ClassVar = "gumball_rally.checkpoint_scored"
    rule: ClassVar = "GB-36"
    awards: tuple[Award, ...]
    points: BySeat[int]

    def apply(self, state: Racing) -> Racing:
        return replace(state, points=self.points)


class FinishScored(PublicEvent, frozen=True):
    """Vainqueur!: the first buggies of the line take the finish cards."""

    type: ClassVar = "gumball_rally.finish_scored"
    rule: ClassVar = "GB-37"
    awards: tuple[Award, ...]
    points: BySeat[int]

    def apply(self, state: Racing) -> Racing:
        return replace(state, points=self.points)


class RoundEnded(PublicEvent, frozen=True):
    """The played cards are discarded; the next round (if any) begins at the head of the line."""

    type: ClassVar = "gumball_rally.round_ended"
    rule: ClassVar = "GB-34"
    next_round: int | None

    def apply(self, state: Racing) -> Racing:
        discards = state.discards + tuple(card for card in state.played if card is not None)
        played = (None,) * len(state.played)
        return replace(
            state, discards=discards, played=played, round=self.next_round or state.round
        )


class PhotoTaken(PublicEvent, frozen=True):
    """A tied leader draws a card for the victory."""

    type: ClassVar = "gumball_rally.photo_taken"
    rule: ClassVar = "GB-39"
    seat: Seat
    card: Card

    def apply(self, state: Racing) -> Racing:
        return replace(state, pile=state.pile[1:], aside=(*state.aside, self.card))


class RallyFinished(PublicEvent, frozen=True):
    """The rally is over; equal places are shared."""

    type: ClassVar = "gumball_rally.rally_finished"
    rule: ClassVar = "GB-38"
    places: tuple[int, ...]
    points: BySeat[int]

    def apply(self, state: Racing) -> Finished:
        return Finished(state, self.places)


Dealing: TypeAlias = RallyLinedUp | DangersStacked | PileShuffled | HandDealt | HandsDealt
Playing: TypeAlias = CardPlayed | DiscardsReshuffled | CardDrawn | HandRefilled
Slowing: TypeAlias = DangerRevealed | BuggySlowed | BuggiesSlowed | NobodySlowed
Scoring: TypeAlias = CheckpointScored | FinishScored | RoundEnded | PhotoTaken | RallyFinished
RallyEvent: TypeAlias = Dealing | Playing | Slowing | Scoring
