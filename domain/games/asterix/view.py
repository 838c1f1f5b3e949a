"""What one seat may see (AX-8.5 … AX-8.11), built up by allow-list."""

from typing import Literal

from domain.games.asterix import rules
from domain.games.asterix.commands import FullTie
from domain.games.asterix.components import Bonus, Card, Character, Drawn, Pirate, Roman
from domain.games.asterix.rules import pirates_of, romans_of
from domain.games.asterix.state import (
    AsterixState,
    Finished,
    Freeing,
    Looking,
    NotGathered,
    Playing,
    Score,
    Selecting,
    Trick,
)
from domain.kernel.ids import Count, Seat
from domain.kernel.messages import Value


class GaulView(Value, frozen=True):
    """The public part of a player."""

    seat: Seat
    character: Character
    """The character of the seat."""
    hand_size: int  # 0: out of this round
    """How many cards the hand has."""
    has_chosen: bool
    """Whether the seat has chosen a card."""
    romans: tuple[Roman, ...]  # captured in this round
    """The Romans that were captured."""
    pirates: tuple[Pirate, ...]
    """The Pirates that were captured."""
    discards: tuple[Card, ...]
    """The cards that the player has discarded, face up."""
    scores: tuple[Score, ...]  # by round
    """The scores of the player, round by round."""
    total: int
    """The points of all rounds so far."""


class AsterixView(Value, frozen=True, kw_only=True, tag_field="game", tag="asterix"):
    """The table as one seat (or a spectator) sees it."""

    phase: Literal["play", "idefix", "pirates", "settling", "finished"]
    """What the game is doing."""
    round: Count
    """The round, from 1."""
    rounds: int
    """How many rounds are played."""
    full_tie: FullTie
    """What happens to fully tied cards (AX-3.4)."""
    auto_pirates: bool
    """Whether the server chooses the best use of Pirates."""
    bonuses: tuple[Bonus, ...]
    """The points for equal Romans, by their number."""
    visible: Drawn | None  # the card that is played for
    """The card that is played for."""
    idefix_allowed: bool  # may Idéfix be played on it?
    """Whether Idéfix may be played on it."""
    deck: int
    """How many cards the Roman deck has."""
    escaped: tuple[Drawn, ...]  # out of this round: freed, or won by nobody
    """Cards that are out of this round."""
    players: tuple[GaulView, ...]  # by seat
    """The public part of each player, by seat."""
    last_trick: Trick | None
    """The cards that were revealed last, and who won them; null before the first."""
    looking: Seat | None  # whose Idéfix looks at a card
    """The seat whose Idéfix looks at a card."""
    looked_at: Drawn | None  # that card, if it is you who looks
    """That card; null for everybody else."""
    freeing: tuple[Seat, ...]  # whose Pirates have yet to act
    """The seats whose Pirates have yet to act."""
    hand: tuple[Card, ...] | None  # your own; null for spectators
    """Your own cards; null for spectators."""
    chosen: Card | None  # your own choice, face down
    """Your own choice, face down."""
    changes_left: int | None  # how often you may still change it; null if you have not chosen
    """How many times you may still change your choice; null if you have not chosen."""
    places: tuple[int, ...] | None  # by seat, when finished
    """The place of each seat; 1 is first, and equal places are shared."""


def view(state: AsterixState, seat: Seat | None) -> AsterixView | None:
    match state:
        case NotGathered():
            return None
        case Finished(village=village, places=places):
            return _seen(village, seat, places)
        case Playing():
            return _seen(state, seat, None)


def _seen(village: Playing, seat: Seat | None, places: tuple[int, ...] | None) -> AsterixView:
    phase = village.phase
    looking = phase if isinstance(phase, Looking) else None
    selecting = phase if isinstance(phase, Selecting) else None
    return AsterixView(
        phase=_phase(village) if places is None else "finished",
        round=village.round,
        rounds=village.rounds,
        full_tie=village.full_tie,
        auto_pirates=village.auto_pirates,
        bonuses=village.bonuses,
        visible=village.visible,
        idefix_allowed=selecting is not None and rules.idefix_allowed(village, selecting),
        deck=len(village.deck),
        escaped=village.escaped,
        players=tuple(_player(village, each) for each in range(len(village.hands))),
        last_trick=village.trick,
        looking=looking.seat if looking else None,
        looked_at=looking.card if looking and looking.seat == seat else None,
        freeing=tuple(sorted(phase.awaited)) if isinstance(phase, Freeing) else (),
        hand=None if seat is None else village.hands[seat],
        chosen=selecting.chosen[seat] if selecting and seat is not None else None,
        changes_left=_changes_left(selecting, seat),
        places=places,
    )


def _changes_left(phase: Selecting | None, seat: Seat | None) -> int | None:
    if phase is None or seat is None or not phase.choices[seat]:
        return None
    return rules.MOST_CHANGES + 1 - phase.choices[seat]


def _phase(village: Playing) -> Literal["play", "idefix", "pirates", "settling"]:
    match village.phase:
        case Selecting():
            return "play"
        case Looking():
            return "idefix"
        case Freeing():
            return "pirates"
        case _:
            return "settling"


def _player(village: Playing, seat: Seat) -> GaulView:
    phase = village.phase
    return GaulView(
        seat=seat,
        character=village.characters[seat],
        hand_size=len(village.hands[seat]),
        has_chosen=isinstance(phase, Selecting) and phase.chosen[seat] is not None,
        romans=romans_of(village.captures[seat]),
        pirates=pirates_of(village.captures[seat]),
        discards=village.discards[seat],
        scores=tuple(scores[seat] for scores in village.scores),
        total=village.totals[seat],
    )
