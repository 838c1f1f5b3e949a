"""A rally is not lined up, racing or finished."""

from typing import TypeAlias

from domain.games.gumball_rally.components import Card, Danger, Prizes
from domain.kernel.ids import Seat
from domain.kernel.messages import Value


class Award(Value, frozen=True):
    """The points that a seat wins."""

    seat: Seat
    points: int
    """How many points the seat wins here."""


class NotLinedUp(Value, frozen=True, tag=True):
    """Nobody has a buggy yet."""


class Racing(Value, frozen=True, kw_only=True, tag=True):
    """Anything per seat is a tuple indexed by seat; `line` is front to back."""

    buggies: tuple[str, ...]
    line: tuple[Seat, ...]
    prizes: Prizes
    photo_finish: bool
    round: int
    hands: tuple[tuple[Card, ...], ...]
    played: tuple[Card | None, ...]
    pile: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()  # drawn for a photo finish
    stack: tuple[Danger, ...] = ()
    boxed: tuple[Danger, ...] = ()
    revealed: tuple[Danger, ...] = ()
    points: tuple[int, ...]


class Finished(Value, frozen=True, tag=True):
    """The last state of the race, and the places."""

    race: Racing
    places: tuple[int, ...]


RallyState: TypeAlias = NotLinedUp | Racing | Finished
