"""What happens in a trick, in the order in which it usually happens."""

from collections.abc import Collection
from typing import TypeAlias

from msgspec.structs import replace

from domain.games.asterix.components import Card, Drawn, Pirate, Roman
from domain.games.asterix.state import Looking, Playing, Selecting, Settling, Trick
from domain.kernel.ids import Seat
from domain.kernel.messages import Announcement, PrivateEvent, PublicEvent, put


class CardTurned(PublicEvent, type="asterix.card_turned", rule="AX-3.1"):
    """The top card of the deck is turned up; `deck` cards are left."""

    card: Drawn
    deck: int
    """How many cards are left in the deck."""

    def apply(self, state: Playing) -> Playing:
        return replace(state, visible=self.card, deck=state.deck[1:], phase=_selecting(state, 0))


class CardChosen(PrivateEvent, type="asterix.card_chosen", rule="AX-3.1"):
    """The card a player chose; only that player sees it."""

    card: Card

    def apply(self, state: Playing) -> Playing:
        assert isinstance(state.phase, Selecting)
        phase = state.phase
        chosen = put(phase.chosen, self.seat, self.card)
        return replace(state, phase=Selecting(chosen, phase.choices, phase.only_idefix))


class ChoiceMade(PublicEvent, type="asterix.choice_made", rule="AX-3.1"):
    """A player chose a card, or changed the choice."""

    seat: Seat

    def apply(self, state: Playing) -> Playing:
        phase = state.phase
        assert isinstance(phase, Selecting)
        choices = put(phase.choices, self.seat, phase.choices[self.seat] + 1)
        return replace(state, phase=Selecting(phase.chosen, choices, phase.only_idefix))


class CardsRevealed(PublicEvent, type="asterix.cards_revealed", rule="AX-3.1"):
    """All chosen cards are shown, by seat; null for seats without a card."""

    cards: tuple[Card | None, ...]
    """The card that each seat chose, by seat; null for a seat that is out."""

    def apply(self, state: Playing) -> Playing:
        assert state.visible is not None
        return replace(state, trick=Trick(state.visible, self.cards), phase=Settling())


class CardsTied(Announcement, type="asterix.cards_tied", rule="AX-3.4"):
    """These seats are fully tied, and their cards drop out of the comparison."""

    seats: tuple[Seat, ...]
    """The seats, each by its number."""


class RomanCaptured(PublicEvent, type="asterix.roman_captured", rule="AX-3.3"):
    """The best Gaul takes the Roman and is discarded; the others return to their hands."""

    seat: Seat
    roman: Roman
    discarded: Card

    def apply(self, state: Playing) -> Playing:
        return _won(state, self.seat, self.roman, (self.discarded,))


class RomanEscaped(PublicEvent, type="asterix.roman_escaped", rule="AX-3.4"):
    """Nobody wins the Roman; all Gauls return to their hands."""

    roman: Roman

    def apply(self, state: Playing) -> Playing:
        return replace(state, visible=None, escaped=(*state.escaped, self.roman))


class PirateTaken(PublicEvent, type="asterix.pirate_taken", rule="AX-4.2"):
    """The best Gaul takes the Pirate and returns to hand; the others are discarded."""

    seat: Seat
    pirate: Pirate
    discarded: tuple[Card, ...]
    """Cards that were discarded."""

    def apply(self, state: Playing) -> Playing:
        return _won(state, self.seat, self.pirate, self.discarded)


class PirateEscaped(PublicEvent, type="asterix.pirate_escaped", rule="AX-4.3"):
    """Nobody takes the Pirate; all Gauls of the trick are discarded."""

    pirate: Pirate
    discarded: tuple[Card, ...]
    """Cards that were discarded."""

    def apply(self, state: Playing) -> Playing:
        hands, discards = state.after_discard(self.discarded)
        gone = (*state.escaped, self.pirate)
        return replace(state, hands=hands, discards=discards, visible=None, escaped=gone)


class OnlyIdefixPlayed(PublicEvent, type="asterix.only_idefix_played", rule="AX-5.6"):
    """Everybody has played Idéfix, for the `times`-th time on this Roman: all choose again."""

    roman: Roman
    times: int
    """How many times everybody has played Idéfix on this Roman."""

    def apply(self, state: Playing) -> Playing:
        return replace(state, phase=_selecting(state, self.times))


class IdefixReturned(Announcement, type="asterix.idefix_returned", rule="AX-5.5"):
    """Nobody looks: there are two Idéfix or more, or no card to look at."""

    seats: tuple[Seat, ...]
    """The seats, each by its number."""

    def cites(self) -> str:
        """Several get in each other's way; a single one has found the deck empty."""
        return "AX-5.5" if len(self.seats) > 1 else "AX-5.7"


class CardLookedAt(PrivateEvent, type="asterix.card_looked_at", rule="AX-5.2"):
    """The Idéfix player sees the next card of the deck."""

    card: Drawn

    def apply(self, state: Playing) -> Playing:
        return replace(state, deck=state.deck[1:], phase=Looking(self.seat, self.card))


class IdefixSniffed(Announcement, type="asterix.idefix_sniffed", rule="AX-5.2"):
    """A player with Idéfix looks at a card; `deck` cards are left."""

    seat: Seat
    deck: int
    """How many cards are left in the deck."""


class CardKept(PublicEvent, type="asterix.card_kept", rule="AX-5.3"):
    """A player keeps the card looked at; `discarded` is the Idéfix, or null if it returns."""

    seat: Seat
    card: Drawn
    discarded: Card | None
    """The Idéfix if it was discarded; null if it returns to hand."""

    def apply(self, state: Playing) -> Playing:
        return _decided(state, self.seat, self.card, self.discarded)


class CardGiven(PublicEvent, type="asterix.card_given", rule="AX-5.3"):
    """A player gives the card away; `discarded` is the Idéfix, or null if it returns."""

    seat: Seat
    to: Seat
    card: Drawn
    discarded: Card | None
    """The Idéfix if it was discarded; null if it returns to hand."""

    def apply(self, state: Playing) -> Playing:
        return _decided(state, self.to, self.card, self.discarded)


class IdefixDiscarded(PublicEvent, type="asterix.idefix_discarded", rule="AX-5.8"):
    """Idéfix was a player's only card; the player has no cards left."""

    seat: Seat
    card: Card

    def apply(self, state: Playing) -> Playing:
        hands, discards = state.after_discard((self.card,))
        return replace(state, hands=hands, discards=discards)


def _selecting(state: Playing, only_idefix: int) -> Selecting:
    players = len(state.hands)
    return Selecting((None,) * players, (0,) * players, only_idefix)


def _won(state: Playing, seat: Seat, card: Drawn, discarded: Collection[Card]) -> Playing:
    """The visible card is won by this seat; these cards leave the hands."""
    trick = state.trick
    assert trick is not None
    hands, discards = state.after_discard(discarded)
    return replace(
        state,
        captures=state.after_capture(seat, (card,)),
        trick=Trick(trick.card, trick.cards, seat),
        hands=hands,
        discards=discards,
        visible=None,
    )


def _decided(state: Playing, to: Seat, card: Drawn, idefix: Card | None) -> Playing:
    hands, discards = state.after_discard(() if idefix is None else (idefix,))
    captures = state.after_capture(to, (card,))
    return replace(state, hands=hands, discards=discards, captures=captures, phase=Settling())


Choosing: TypeAlias = CardTurned | CardChosen | ChoiceMade | CardsRevealed | CardsTied
Taking: TypeAlias = RomanCaptured | RomanEscaped | PirateTaken | PirateEscaped
Sniffing: TypeAlias = OnlyIdefixPlayed | IdefixReturned | CardLookedAt | IdefixSniffed
Looked: TypeAlias = CardKept | CardGiven | IdefixDiscarded
TrickEvent: TypeAlias = Choosing | Taking | Sniffing | Looked
