"""A village is not gathered, playing (in one of four phases) or finished."""

from typing import TypeAlias

from domain.games.asterix.commands import FullTie
from domain.games.asterix.components import Bonus, Card, Character, Drawn
from domain.games.asterix.events import Score
from domain.kernel.ids import Seat
from domain.kernel.messages import Value


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
    winner: Seat | None = None


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


class Finished(Value, frozen=True, tag=True):
    """The village after its last round, and the places."""

    village: Playing
    places: tuple[int, ...]


AsterixState: TypeAlias = NotGathered | Playing | Finished
