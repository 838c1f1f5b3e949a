"""Set-up, rounds and scoring, in the order in which they happen; tricks have their own file."""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.games.asterix.commands import FullTie
from domain.games.asterix.components import Bonus, Card, Character, Drawn, Pirate, Roman
from domain.games.asterix.state import (
    Finished,
    Freeing,
    NotGathered,
    Playing,
    Score,
    Settling,
    without,
)
from domain.games.asterix.trick_events import TrickEvent
from domain.kernel.ids import Count, Seat
from domain.kernel.messages import HiddenEvent, PrivateEvent, PublicEvent, Value, put

EndReason: TypeAlias = Literal["no_cards", "no_deck", "last_player"]


class VillageGathered(PublicEvent, type="asterix.village_gathered", rule="AX-2.1"):
    """Everybody has a character, and the rules of this table are fixed."""

    characters: tuple[Character, ...]
    """The character of each seat."""
    rounds: int
    """How many rounds are played."""
    full_tie: FullTie
    """What happens to fully tied cards (AX-3.4)."""
    auto_pirates: bool
    """Whether the server chooses the best use of Pirates."""
    bonuses: tuple[Bonus, ...]
    """The points for equal Romans, by their number."""

    def apply(self, state: NotGathered) -> Playing:
        players = len(self.characters)
        return Playing(
            characters=self.characters,
            rounds=self.rounds,
            full_tie=self.full_tie,
            auto_pirates=self.auto_pirates,
            bonuses=self.bonuses,
            hands=((),) * players,
            discards=((),) * players,
            captures=((),) * players,
            totals=(0,) * players,
        )


class DeckShuffled(HiddenEvent, type="asterix.deck_shuffled", rule="AX-2.3"):
    """All Romans and Pirates become the deck, top card first; nobody sees it."""

    deck: tuple[Drawn, ...]
    """The deck, top card first."""

    def apply(self, state: Playing) -> Playing:
        """Whatever lay on the table is in the deck again."""
        captures: tuple[tuple[Drawn, ...], ...] = ((),) * len(state.captures)
        return replace(
            state, deck=self.deck, visible=None, captures=captures, escaped=(), phase=Settling()
        )


class HandTaken(PrivateEvent, type="asterix.hand_taken", rule="AX-2.3"):
    """A player has all cards of the hand (again)."""

    cards: tuple[Card, ...]
    """All cards of the hand of this player."""

    def apply(self, state: Playing) -> Playing:
        return replace(
            state,
            hands=put(state.hands, self.seat, self.cards),
            discards=put(state.discards, self.seat, ()),
        )


class RoundBegan(PublicEvent, type="asterix.round_began", rule="AX-2.3"):
    """Everybody holds `each` cards; `deck` cards lie face down."""

    round: Count
    """The round, from 1."""
    each: int
    """How many each player has."""
    deck: int
    """How many cards lie face down in the deck."""

    def apply(self, state: Playing) -> Playing:
        return replace(state, round=self.round, trick=None)


class LastCardsDrawn(PublicEvent, type="asterix.last_cards_drawn", rule="AX-6.3"):
    """The last player with cards draws as many as are in hand, and discards the hand."""

    seat: Seat
    cards: tuple[Drawn, ...]
    """The cards that the player captures from the deck."""
    discarded: tuple[Card, ...]
    """Cards that were discarded."""

    def apply(self, state: Playing) -> Playing:
        hands, discards = state.after_discard(self.discarded)
        captures = state.after_capture(self.seat, self.cards)
        deck = state.deck[len(self.cards) :]
        return replace(state, hands=hands, discards=discards, captures=captures, deck=deck)


class RoundEnded(PublicEvent, type="asterix.round_ended", rule="AX-6.2"):
    """The tricks are over; the seats in `freeing` must now decide how their Pirates act."""

    round: Count
    """The round, from 1."""
    reason: EndReason
    """Why the round ended."""
    freeing: tuple[Seat, ...]
    """The seats whose Pirates have yet to act."""

    def apply(self, state: Playing) -> Playing:
        return replace(state, phase=Freeing(frozenset(self.freeing)))


class Freed(Value, frozen=True):
    """The Roman that a Pirate freed; null if it could free none."""

    pirate: Pirate
    roman: Roman | None
    """The Roman that the Pirate frees; null only if it can free none."""


class PiratesActed(PublicEvent, type="asterix.pirates_acted", rule="AX-7.1"):
    """The Pirates of a player freed Romans of that player, in this order."""

    seat: Seat
    freed: tuple[Freed, ...]
    """The Romans that were freed."""

    def apply(self, state: Playing) -> Playing:
        freed = tuple(each.roman for each in self.freed if each.roman is not None)
        kept = without(state.captures[self.seat], freed)
        phase = state.phase
        assert isinstance(phase, Freeing)
        return replace(
            state,
            captures=put(state.captures, self.seat, kept),
            escaped=(*state.escaped, *freed),
            phase=Freeing(phase.awaited - {self.seat}),
        )


class RoundScored(PublicEvent, type="asterix.round_scored", rule="AX-7.4"):
    """The scores of the round, and the totals, by seat."""

    round: Count
    """The round, from 1."""
    scores: tuple[Score, ...]
    """The score of each seat in this round, with what it consists of."""
    totals: tuple[int, ...]
    """The total of each seat."""

    def apply(self, state: Playing) -> Playing:
        scores = (*state.scores, self.scores)
        return replace(state, scores=scores, totals=self.totals, phase=Settling())


class GameFinished(PublicEvent, type="asterix.game_finished", rule="AX-7.5"):
    """The last round is scored; equal places are shared."""

    places: tuple[int, ...]
    """The place of each seat; 1 is first, and equal places are shared."""
    totals: tuple[int, ...]
    """The total of each seat."""

    def apply(self, state: Playing) -> Finished:
        return Finished(state, self.places)


Dealing: TypeAlias = VillageGathered | DeckShuffled | HandTaken | RoundBegan
Ending: TypeAlias = LastCardsDrawn | RoundEnded | PiratesActed | RoundScored | GameFinished
AsterixEvent: TypeAlias = Dealing | TrickEvent | Ending
