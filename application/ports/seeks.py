"""Seeks: wishes for a table that wait for others, and the matches that are made of them."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias

from domain.kernel.ids import PlayerId, TableId
from domain.kernel.messages import Value

SeekStatus: TypeAlias = Literal["waiting", "matched", "cancelled", "expired"]


class Wish(Value, frozen=True):
    """The table that a player seeks; those with equal pools and fitting ratings are matched."""

    pool: str
    players: int  # how many fill the table
    rating: float  # of the player who seeks
    lowest: float | None  # the ratings of the others
    highest: float | None
    body: bytes  # what the table is opened with


class Seek(Value, frozen=True):
    id: str
    player: PlayerId
    status: SeekStatus
    table: TableId | None
    created: int  # ms since 1970
    until: int  # ms since 1970: when it expires unless it is renewed
    wish: Wish


class Match(NamedTuple):
    """Players whose table has yet to be opened and started, the one who waited longest first."""

    table: TableId
    players: tuple[PlayerId, ...]
    seeks: tuple[str, ...]
    address: str  # of the first player
    body: bytes


class SeekLimits(NamedTuple):
    """How many seeks may wait, and for how long."""

    most: int  # of a player
    address: str
    most_there: int  # of all players of the address
    lease_ms: int


class TooManyWait(Exception):
    """So many seeks of the player wait already, or of the address."""

    def __init__(self, at_address: bool) -> None:
        self.at_address = at_address


class Sought(NamedTuple):
    seek: Seek
    match: Match | None  # to be finished by the caller


class SeekStore(Protocol):
    async def add(
        self, seek: str, player: PlayerId, wish: Wish, limits: SeekLimits, table: TableId
    ) -> Sought:
        """Store a seek and match it with the oldest that fit, in one step; raises TooManyWait.

        It takes the place of a seek that the player has in the same pool. `table` is the id of the
        table if there is a match.
        """

    async def find(self, seek: str) -> Seek | None:
        """Return a seek; one that was not renewed in time has expired."""

    async def of(self, player: PlayerId) -> list[Seek]:
        """Return the seeks of a player, the newest first."""

    async def renew(self, players: Sequence[PlayerId], lease_ms: int) -> None:
        """Let the seeks of these players wait for so long from now."""

    async def cancel(self, seek: str) -> Seek | None:
        """Cancel a seek that waits; return it as it is then."""

    async def cancel_all(self, player: PlayerId) -> None:
        """Cancel all seeks of a player that wait."""

    async def take_due(self, limit: int) -> list[Match]:
        """Return matches that were not finished in time; the caller must finish them."""

    async def finished(self, match: Match) -> None:
        """Forget a match whose table was opened."""

    async def dissolve(self, match: Match, refused: Sequence[PlayerId], lease_ms: int) -> None:
        """Forget a match whose table cannot be opened with these players.

        Their seeks are cancelled; those of the others wait again, for so long.
        """
