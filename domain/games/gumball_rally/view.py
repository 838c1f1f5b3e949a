"""What one seat may see (GB-18), built up by allow-list, and who may hear what."""

from typing import Literal

from domain.games.gumball_rally import rules
from domain.games.gumball_rally.components import Card, Danger, Prizes
from domain.games.gumball_rally.state import Finished, NotLinedUp, Racing, RallyState
from domain.kernel.ids import BySeat, Count, Rank, Seat
from domain.kernel.messages import Value


class BuggyView(Value, frozen=True):
    """One buggy of the line."""

    seat: Seat
    place: Rank
    """The place; 1 is first."""
    buggy: str
    """The key of the buggy in the components."""
    card: Card | None  # under the buggy, this round
    """The Race card under the buggy in this round; null if none is."""
    hand_size: int
    """How many cards the hand has."""
    points: int
    """The points of the seat so far."""


class RallyView(Value, frozen=True, kw_only=True, tag_field="game", tag="gumball_rally"):
    """The table as one seat (or a spectator) sees it."""

    phase: Literal["racing", "finished"]
    """What the game is doing."""
    round: Count
    """The round, from 1."""
    active: Seat | None
    """The seat that acts; null if none does."""
    line: BySeat[BuggyView]  # front to back
    """The buggies, front to back."""
    hand: tuple[Card, ...] | None  # your own; null for spectators
    """Your own cards; null for spectators."""
    pile: int
    """How many cards are left in the draw pile."""
    discards: tuple[Card, ...]
    """The discarded Race cards."""
    dangers_left: int
    """How many Danger cards are left."""
    dangers_revealed: tuple[Danger, ...]
    """The Danger cards so far."""
    prizes: Prizes
    """The points for the first places, at a checkpoint and at the finish."""
    photo_finish: bool
    """Whether tied leaders draw cards for the victory."""
    photo_cards: tuple[Card, ...]
    """The cards of the photo finish."""
    places: tuple[int, ...] | None  # by seat, when finished
    """The place of each seat; 1 is first, and equal places are shared."""


def view(state: RallyState, seat: Seat | None) -> RallyView | None:
    match state:
        case NotLinedUp():
            return None
        case Finished(race=race, places=places):
            return _seen(race, seat, places)
        case Racing():
            return _seen(state, seat, None)


def _seen(race: Racing, seat: Seat | None, places: tuple[int, ...] | None) -> RallyView:
    return RallyView(
        phase="racing" if places is None else "finished",
        round=race.round,
        active=rules.active(race) if places is None else None,
        line=tuple(_buggy(race, each, place) for place, each in enumerate(race.line, 1)),
        hand=None if seat is None else race.hands[seat],
        pile=len(race.pile),
        discards=race.discards,
        dangers_left=len(race.stack),
        dangers_revealed=race.revealed,
        prizes=race.prizes,
        photo_finish=race.photo_finish,
        photo_cards=race.aside,
        places=places,
    )


def _buggy(race: Racing, seat: Seat, place: int) -> BuggyView:
    return BuggyView(
        seat=seat,
        place=place,
        buggy=race.buggies[seat],
        card=race.played[seat],
        hand_size=len(race.hands[seat]),
        points=race.points[seat],
    )
