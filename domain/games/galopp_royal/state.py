"""A game is not lined up, bidding, racing, removing bearers or finished."""

from typing import Literal, TypeAlias

from domain.games.galopp_royal.components import Bearer, Cells, CraftyMode
from domain.kernel.ids import Seat
from domain.kernel.messages import Value

AuctionKind: TypeAlias = Literal["start", "replacement"]


class Terms(Value, frozen=True, kw_only=True):
    """The numbers and options of this table."""

    slots: int  # of a display; also the sides of the die
    """How many slots a display has; also the sides of the die."""
    start: Cells
    """The cell where the chairs start."""
    pond: Cells
    """The space at which a chair drowns."""
    goals: tuple[int, ...]  # the arch, race by race
    """The goal of each race."""
    prizes: tuple[tuple[int, ...], ...]  # for ranks 1, 2, 3, race by race
    """The prizes for the first places, race by race."""
    last_team_price: int
    """What the last bidder pays for the team that is left."""
    most_rolls: int
    """After so many rolls a race ends."""
    two_users: bool
    """Whether two users play four seats."""
    crafty_mode: CraftyMode
    """How the +2/−2 is used."""
    early_stop: bool
    """Whether a race stops once all that counts is decided."""


class NotLinedUp(Value, frozen=True, tag=True):
    """Nobody has a chair yet."""


class Court(Value, frozen=True, kw_only=True):
    """What outlasts every phase; anything per seat is a tuple indexed by seat."""

    terms: Terms
    chairs: tuple[str, ...]
    gold: tuple[int, ...]
    displays: tuple[tuple[Bearer | None, ...], ...]
    pile: tuple[Bearer, ...] = ()
    discards: tuple[Bearer, ...] = ()
    race: int = 0  # the one being run, or run last
    starter: Seat  # of this race; after it, its last: he removes, opens auctions and starts next
    ranks: tuple[int, ...] | None = None  # of the race run last


class Auction(Value, frozen=True, kw_only=True):
    """`turns` are the bidders still in, the one to act first."""

    kind: AuctionKind
    number: int
    failures: int
    bidders: tuple[Seat, ...]
    hands: tuple[tuple[Bearer, ...], ...]  # by seat
    open: Bearer | None = None
    turns: tuple[Seat, ...]
    to_discard: int  # so many of the next passers discard their card
    min_bid: int
    min_raise: int
    forced: bool
    high: int = 0
    high_bidder: Seat | None = None
    acts: int = 0


class Track(Value, frozen=True, kw_only=True):
    """Who has no rank is still racing."""

    goal: int
    prizes: tuple[int, ...]
    positions: tuple[int, ...]
    ranks: tuple[int | None, ...]
    rolls: int = 0
    roller: Seat | None = None  # who has rolled last
    crafty: bool = False  # and still has to use a +2/−2


class Resting(Value, frozen=True, tag=True):
    """Between auctions and races; nobody is asked, and no decision ends here."""

    court: Court


class Bidding(Value, frozen=True, tag=True):
    court: Court
    auction: Auction


class Racing(Value, frozen=True, tag=True):
    court: Court
    track: Track


class Removing(Value, frozen=True, tag=True):
    """The race is paid; its last player takes a bearer off every display."""

    court: Court
    track: Track


class Finished(Value, frozen=True, tag=True):
    court: Court
    track: Track
    places: tuple[int, ...]
    scores: tuple[int, ...]


Begun: TypeAlias = Resting | Bidding | Racing | Removing | Finished
GaloppState: TypeAlias = NotLinedUp | Begun
