"""A village is not gathered, playing (in one of four phases) or finished."""

from collections.abc import Collection
from typing import TypeAlias

from domain.games.asterix.commands import FullTie
from domain.games.asterix.components import Bonus, Card, Character, Drawn
from domain.kernel.ids import Seat
from domain.kernel.messages import Value, put

Captures: TypeAlias = tuple[Drawn, ...]
Hands: TypeAlias = tuple[tuple[Card, ...], ...]


class Score(Value, frozen=True):
    """The Romans of one player in one round: their values, their bonuses, the sum."""

    values: int
    """The points of the values of the Romans."""
    bonuses: int
    """Points for equal Romans."""
    points: int
    """How many points it is worth."""


class NotGathered(Value, frozen=True, tag=True):
    """Nobody has a character yet."""


class Settling(Value, frozen=True, tag=True):
    """AX-8.4: nobody is asked."""


class Selecting(Value, frozen=True, tag=True):
    """AX-8.1: what each seat has chosen so far, and how often it has chosen.

    `only_idefix` is how often in a row everybody has played Idéfix on the visible card (AX-5.6).
    """

    chosen: tuple[Card | None, ...]
    choices: tuple[int, ...]
    only_idefix: int = 0


class Looking(Value, frozen=True, tag=True):
    """AX-8.2: one player alone sees the card."""

    seat: Seat
    card: Drawn


class Freeing(Value, frozen=True, tag=True):
    """AX-8.3: whose Pirates have yet to act."""

    awaited: frozenset[Seat]


Phase: TypeAlias = Settling | Selecting | Looking | Freeing


class Trick(Value, frozen=True):
    """The cards last revealed, and who has won with them."""

    card: Drawn
    cards: tuple[Card | None, ...]
    """The card that each seat played, by seat; null for a seat that was out."""
    winner: Seat | None = None
    """The seat that won the trick; null if nobody did."""


class Playing(Value, frozen=True, kw_only=True, tag=True):
    """Anything per seat is a tuple indexed by seat. A chosen card stays in its hand."""

    characters: tuple[Character, ...]
    rounds: int
    full_tie: FullTie
    auto_pirates: bool
    bonuses: tuple[Bonus, ...]
    round: int = 0
    hands: tuple[tuple[Card, ...], ...]
    discards: tuple[tuple[Card, ...], ...]
    captures: tuple[tuple[Drawn, ...], ...]
    deck: tuple[Drawn, ...] = ()
    visible: Drawn | None = None
    escaped: tuple[Drawn, ...] = ()  # out of the round: freed, or won by nobody
    trick: Trick | None = None
    scores: tuple[tuple[Score, ...], ...] = ()  # by round, then by seat
    totals: tuple[int, ...]
    phase: Phase = Settling()

    def after_capture(self, seat: Seat, cards: Captures) -> tuple[Captures, ...]:
        """Return all captures, with these of one seat."""
        return put(self.captures, seat, (*self.captures[seat], *cards))

    def after_discard(self, cards: Collection[Card]) -> tuple[Hands, Hands]:
        """Return all hands and discards after these cards left their hands, whosever they are."""
        hands, discards, gone = [*self.hands], [*self.discards], {*cards}
        for seat, hand in enumerate(self.hands):
            if not gone.isdisjoint(hand):
                hands[seat] = without(hand, gone)
                discards[seat] += tuple([card for card in hand if card in gone])
        return tuple(hands), tuple(discards)


class Finished(Value, frozen=True, tag=True):
    """The village after its last round, and the places."""

    village: Playing
    places: tuple[int, ...]


AsterixState: TypeAlias = NotGathered | Playing | Finished


def without(cards: tuple[str, ...], gone: Collection[str]) -> tuple[str, ...]:
    """Return the cards that are not gone."""
    return tuple([card for card in cards if card not in gone])
