"""Set-up, rounds and scoring, in the order in which they happen; tricks have their own file."""

from typing import ClassVar, Literal, TypeAlias

from domain.games.asterix.commands import FullTie
from domain.games.asterix.components import Bonus, Card, Character, Drawn, Pirate, Roman
from domain.games.asterix.trick_events import (
    CardChosen,
    CardGiven,
    CardKept,
    CardLookedAt,
    CardsRevealed,
    CardsTied,
    CardTurned,
    ChoiceMade,
    IdefixDiscarded,
    IdefixReturned,
    IdefixSniffed,
    OnlyIdefixPlayed,
    PirateEscaped,
    PirateTaken,
    RomanCaptured,
    RomanEscaped,
)
from domain.kernel.ids import Count, Seat
from domain.kernel.messages import HiddenEvent, PrivateEvent, PublicEvent, Value

EndReason: TypeAlias = Literal["no_cards", "no_deck", "last_player"]


class VillageGathered(PublicEvent, frozen=True):
    """Everybody has a character, and the rules of this table are fixed."""

    type: ClassVar = "asterix.village_gathered"
    rule: ClassVar = "AX-2.1"
    characters: tuple[Character, ...]
    rounds: int
    full_tie: FullTie
    auto_pirates: bool
    bonuses: tuple[Bonus, ...]


class DeckShuffled(HiddenEvent, frozen=True):
    """All Romans and Pirates become the deck, top card first; nobody sees it."""

    type: ClassVar = "asterix.deck_shuffled"
    rule: ClassVar = "AX-2.3"
    deck: tuple[Drawn, ...]


class HandTaken(PrivateEvent, frozen=True):
    """A player has all cards of the hand (again)."""

    type: ClassVar = "asterix.hand_taken"
    rule: ClassVar = "AX-2.3"
    cards: tuple[Card, ...]


class RoundBegan(PublicEvent, frozen=True):
    """Everybody holds `each` cards; `deck` cards lie face down."""

    type: ClassVar = "asterix.round_began"
    rule: ClassVar = "AX-2.3"
    round: Count
    each: int
    deck: int


class LastCardsDrawn(PublicEvent, frozen=True):
    """The last player with cards draws as many as are in hand, and discards the hand."""

    type: ClassVar = "asterix.last_cards_drawn"
    rule: ClassVar = "AX-6.3"
    seat: Seat
    cards: tuple[Drawn, ...]
    discarded: tuple[Card, ...]


class RoundEnded(PublicEvent, frozen=True):
    """The tricks are over; the seats in `freeing` must now decide how their Pirates act."""

    type: ClassVar = "asterix.round_ended"
    rule: ClassVar = "AX-6.2"
    round: Count
    reason: EndReason
    freeing: tuple[Seat, ...]


class Freed(Value, frozen=True):
    """The Roman that a Pirate freed; null if it could free none."""

    pirate: Pirate
    roman: Roman | None


class PiratesActed(PublicEvent, frozen=True):
    """The Pirates of a player freed Romans of that player, in this order."""

    type: ClassVar = "asterix.pirates_acted"
    rule: ClassVar = "AX-7.1"
    seat: Seat
    freed: tuple[Freed, ...]


class Score(Value, frozen=True):
    """The Romans of one player in one round: their values, their bonuses, the sum."""

    values: int
    bonuses: int
    points: int


class RoundScored(PublicEvent, frozen=True):
    """The scores of the round, and the totals, by seat."""

    type: ClassVar = "asterix.round_scored"
    rule: ClassVar = "AX-7.4"
    round: Count
    scores: tuple[Score, ...]
    totals: tuple[int, ...]


class GameFinished(PublicEvent, frozen=True):
    """The last round is scored; equal places are shared."""

    type: ClassVar = "asterix.game_finished"
    rule: ClassVar = "AX-7.5"
    places: tuple[int, ...]
    totals: tuple[int, ...]


AsterixEvent: TypeAlias = (
    VillageGathered
    | DeckShuffled
    | HandTaken
    | RoundBegan
    | CardTurned
    | CardChosen
    | ChoiceMade
    | CardsRevealed
    | CardsTied
    | RomanCaptured
    | RomanEscaped
    | PirateTaken
    | PirateEscaped
    | OnlyIdefixPlayed
    | IdefixReturned
    | CardLookedAt
    | IdefixSniffed
    | CardKept
    | CardGiven
    | IdefixDiscarded
    | LastCardsDrawn
    | RoundEnded
    | PiratesActed
    | RoundScored
    | GameFinished
)
