"""What happens in a bug race, in the order in which it usually happens."""

from typing import ClassVar, TypeAlias

from domain.games.bug_race.components import Card, Direction, Stance
from domain.games.bug_race.state import Settings
from domain.kernel.audience import Audience, only
from domain.kernel.ids import Count, Rank, Seat
from domain.kernel.messages import Event, HiddenEvent, PrivateEvent, PublicEvent


class RaceSetUp(PublicEvent, frozen=True):
    """Every bug stands at the outer end of its own track."""

    type: ClassVar = "bug_race.race_set_up"
    rule: ClassVar = "BR-12"
    bugs: tuple[str, ...]
    start: Stance
    settings: Settings


class PileShuffled(HiddenEvent, frozen=True):
    """Cards become the draw pile, top card first; nobody sees it."""

    type: ClassVar = "bug_race.pile_shuffled"
    rule: ClassVar = "BR-13"
    pile: tuple[Card, ...]


class CardsDealt(PrivateEvent, frozen=True):
    """The cards a player drew; only that player sees them."""

    type: ClassVar = "bug_race.cards_dealt"
    rule: ClassVar = "BR-22"
    cards: tuple[Card, ...]


class DiscardsReshuffled(PublicEvent, frozen=True):
    """The draw pile was empty: the discards are shuffled into a new one."""

    type: ClassVar = "bug_race.discards_reshuffled"
    rule: ClassVar = "BR-22"
    cards: int


class RoundDealt(PublicEvent, frozen=True):
    """Everybody has drawn; `pile` cards are left, and this round passes to this side."""

    type: ClassVar = "bug_race.round_dealt"
    rule: ClassVar = "BR-22"
    round: Count
    each: int
    pile: int
    direction: Direction


class CardKept(PrivateEvent, frozen=True):
    """A player keeps one of the offered cards; only that player knows which."""

    type: ClassVar = "bug_race.card_kept"
    rule: ClassVar = "BR-23"
    card: Card


class ChoiceMade(PublicEvent, frozen=True):
    """A player has chosen."""

    type: ClassVar = "bug_race.choice_made"
    rule: ClassVar = "BR-23"
    seat: Seat


class CardsPassed(Event, frozen=True):
    """One player hands cards to the next; only these two see them."""

    type: ClassVar = "bug_race.cards_passed"
    rule: ClassVar = "BR-24"
    giver: Seat
    receiver: Seat
    cards: tuple[Card, ...]

    def audience(self) -> Audience:
        return only(self.giver, self.receiver)


class HandsPassed(PublicEvent, frozen=True):
    """Everybody has passed `each` cards on and chooses again."""

    type: ClassVar = "bug_race.hands_passed"
    rule: ClassVar = "BR-25"
    direction: Direction
    each: int


class DraftEnded(PublicEvent, frozen=True):
    """The last single cards were passed and kept: all hands are complete."""

    type: ClassVar = "bug_race.draft_ended"
    rule: ClassVar = "BR-24"
    direction: Direction
    hand: int


class BodyAdvanced(PublicEvent, frozen=True):
    """A player moves the body forward without a card."""

    type: ClassVar = "bug_race.body_advanced"
    rule: ClassVar = "BR-20"
    seat: Seat
    count: int
    stance: Stance


class CardPlayed(PublicEvent, frozen=True):
    """A card was played: the steps of the bug, and its new position."""

    type: ClassVar = "bug_race.card_played"
    rule: ClassVar = "BR-26"
    seat: Seat
    card: Card
    steps: tuple[str, ...]
    stance: Stance


class BodyFollowed(PublicEvent, frozen=True):
    """After the last card of a turn the body takes all the steps it can."""

    type: ClassVar = "bug_race.body_followed"
    rule: ClassVar = "BR-36"
    seat: Seat
    count: int
    stance: Stance


class TurnEnded(PublicEvent, frozen=True):
    """Everybody has played a card and has more; the bugs past the line are named."""

    type: ClassVar = "bug_race.turn_ended"
    rule: ClassVar = "BR-29"
    round: Count
    turn: int
    past_the_line: tuple[Seat, ...]


class RoundEnded(PublicEvent, frozen=True):
    """All cards are played and go to the discards; the bugs past the line are named."""

    type: ClassVar = "bug_race.round_ended"
    rule: ClassVar = "BR-27"
    round: Count
    past_the_line: tuple[Seat, ...]


class HandDiscarded(PublicEvent, frozen=True):
    """The cards that a bug has left when it leaves the race go to the discards, face up."""

    type: ClassVar = "bug_race.hand_discarded"
    rule: ClassVar = "BR-33"
    seat: Seat
    cards: tuple[Card, ...]


class BugPlaced(PublicEvent, frozen=True):
    """A bug leaves the race with its place; the others race on."""

    type: ClassVar = "bug_race.bug_placed"
    rule: ClassVar = "BR-33"
    seat: Seat
    place: Rank


class RaceFinished(PublicEvent, frozen=True):
    """The race is over; equal places are shared."""

    type: ClassVar = "bug_race.race_finished"
    rule: ClassVar = "BR-29"
    places: tuple[int, ...]


BugRaceEvent: TypeAlias = (
    RaceSetUp
    | PileShuffled
    | CardsDealt
    | DiscardsReshuffled
    | RoundDealt
    | CardKept
    | ChoiceMade
    | CardsPassed
    | HandsPassed
    | DraftEnded
    | BodyAdvanced
    | CardPlayed
    | BodyFollowed
    | TurnEnded
    | RoundEnded
    | HandDiscarded
    | BugPlaced
    | RaceFinished
)
