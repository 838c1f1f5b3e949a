"""The one order of finished tables, and the boards folded from it, as they are stored."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Protocol

from application.ports.feeds import Move
from application.ports.read_model import ReadModelStore
from domain.kernel.ids import PlayerId, TableId


class StoredStanding(NamedTuple):
    """A row as it is stored; boards list the greatest rank first."""

    game: str
    player: PlayerId
    rank: str
    row: bytes


class Found(NamedTuple):
    """Rows, their generation, and the version of that generation."""

    generation: str
    position: int
    rows: list[bytes | None]


class Board(NamedTuple):
    position: int
    before: int  # the number of rows before this page
    higher: int  # how many of them have a higher rank
    members: list[str]
    rows: list[bytes]


class LeaderboardStore(ReadModelStore, Protocol):
    async def order(self, tables: Sequence[TableId], move: Move | None = None) -> list[int]:
        """Return the places of these tables in the order; a table without one gets the next.

        The reader moves on in the same step. Raises Overtaken; then no place is given.
        """

    async def places(self, tables: Sequence[TableId]) -> list[int | None]:
        """Return the places of these tables without giving any."""

    async def after(self, position: int, limit: int) -> list[TableId]:
        """Return the tables that follow in the order."""

    async def result(self, table: TableId) -> bytes | None:
        """Return the result of an archived table, as it was encoded; None for any other."""

    async def lag(self) -> int:
        """Return how many tables of the order are not on the boards yet."""

    async def find(
        self, wanted: Iterable[tuple[str, PlayerId]], generation: str | None = None
    ) -> Found:
        """Return the rows of players at games."""

    async def fold(
        self, generation: str, seen: int, position: int, rows: Iterable[StoredStanding]
    ) -> bool:
        """Save rows and position in one step; False if the position is no longer `seen`."""

    async def page(self, game: str, after: str | None, limit: int) -> Board:
        """Return a page of a board."""

    async def promote(self, generation: str) -> Literal["current", "behind", "overtaken"]:
        """Serve this generation, unless it is behind or another one was begun meanwhile."""
