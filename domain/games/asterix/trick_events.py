"""What happens in a trick, in the order in which it usually happens."""

from typing import ClassVar

from domain.games.asterix.components import Card, Drawn, Pirate, Roman
from domain.kernel.ids import Seat
from domain.kernel.messages import PrivateEvent, PublicEvent


class CardTurned(PublicEvent, frozen=True):
    """The top card of the deck is turned up; `deck` cards are left."""

    type: ClassVar = "asterix.card_turned"
    rule: ClassVar = "AX-3.1"
    card: Drawn
    deck: int


class CardChosen(PrivateEvent, frozen=True):
    """The card a player chose; only that player sees it."""

    type: ClassVar = "asterix.card_chosen"
    rule: ClassVar = "AX-3.1"
    card: Card


class ChoiceMade(PublicEvent, frozen=True):
    """A player chose a card, or changed the choice."""

    type: ClassVar = "asterix.choice_made"
    rule: ClassVar = "AX-3.1"
    seat: Seat


class CardsRevealed(PublicEvent, frozen=True):
    """All chosen cards are shown, by seat; null for seats without a card."""

    type: ClassVar = "asterix.cards_revealed"
    rule: ClassVar = "AX-3.1"
    cards: tuple[Card | None, ...]


class CardsTied(PublicEvent, frozen=True):
    """These seats are fully tied, and their cards drop out of the comparison."""

    type: ClassVar = "asterix.cards_tied"
    rule: ClassVar = "AX-3.4"
    seats: tuple[Seat, ...]


class RomanCaptured(PublicEvent, frozen=True):
    """The best Gaul takes the Roman and is discarded; the others return to their hands."""

    type: ClassVar = "asterix.roman_captured"
    rule: ClassVar = "AX-3.3"
    seat: Seat
    roman: Roman
    discarded: Card


class RomanEscaped(PublicEvent, frozen=True):
    """Nobody wins the Roman; all Gauls return to their hands."""

    type: ClassVar = "asterix.roman_escaped"
    rule: ClassVar = "AX-3.4"
    roman: Roman


class PirateTaken(PublicEvent, frozen=True):
    """The best Gaul takes the Pirate and returns to hand; the others are discarded."""

    type: ClassVar = "asterix.pirate_taken"
    rule: ClassVar = "AX-4.2"
    seat: Seat
    pirate: Pirate
    discarded: tuple[Card, ...]


class PirateEscaped(PublicEvent, frozen=True):
    """Nobody takes the Pirate; all Gauls of the trick are discarded."""

    type: ClassVar = "asterix.pirate_escaped"
    rule: ClassVar = "AX-4.3"
    pirate: Pirate
    discarded: tuple[Card, ...]


class OnlyIdefixPlayed(PublicEvent, frozen=True):
    """Everybody has played Idéfix, for the `times`-th time on this Roman: all choose again."""

    type: ClassVar = "asterix.only_idefix_played"
    rule: ClassVar = "AX-5.6"
    roman: Roman
    times: int


class IdefixReturned(PublicEvent, frozen=True):
    """Nobody looks: there are two Idéfix or more, or no card to look at."""

    type: ClassVar = "asterix.idefix_returned"
    rule: ClassVar = "AX-5.5"
    seats: tuple[Seat, ...]

    def cites(self) -> str:
        """Several get in each other's way; a single one has found the deck empty."""
        return "AX-5.5" if len(self.seats) > 1 else "AX-5.7"


class CardLookedAt(PrivateEvent, frozen=True):
    """The Idéfix player sees the next card of the deck."""

    type: ClassVar = "asterix.card_looked_at"
    rule: ClassVar = "AX-5.2"
    card: Drawn


class IdefixSniffed(PublicEvent, frozen=True):
    """A player with Idéfix looks at a card; `deck` cards are left."""

    type: ClassVar = "asterix.idefix_sniffed"
    rule: ClassVar = "AX-5.2"
    seat: Seat
    deck: int


class CardKept(PublicEvent, frozen=True):
    """A player keeps the card looked at; `discarded` is the Idéfix, or null if it returns."""

    type: ClassVar = "asterix.card_kept"
    rule: ClassVar = "AX-5.3"
    seat: Seat
    card: Drawn
    discarded: Card | None


class CardGiven(PublicEvent, frozen=True):
    """A player gives the card away; `discarded` is the Idéfix, or null if it returns."""

    type: ClassVar = "asterix.card_given"
    rule: ClassVar = "AX-5.3"
    seat: Seat
    to: Seat
    card: Drawn
    discarded: Card | None


class IdefixDiscarded(PublicEvent, frozen=True):
    """Idéfix was a player's only card; the player has no cards left."""

    type: ClassVar = "asterix.idefix_discarded"
    rule: ClassVar = "AX-5.8"
    seat: Seat
    card: Card
