"""The one order of finished tables, and boards folded from it; knows nothing of ratings."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from application.ports.leaderboard import Board, Found, StoredStanding
from domain.kernel.ids import PlayerId, TableId
from store.client.connection import Argument
from store.lua import functions
from store.versions import VersionedReadModel

ORDER, KNOWN = "{rank}:order", "{rank}:known"
CURRENT, NEXT = "{rank}:current", "{rank}:next"


class RedisLeaderboardStore(VersionedReadModel):
    TAG = "{rank}"

    async def order(self, tables: Sequence[TableId]) -> list[int]:
        """The places of these tables in the order; whoever has none gets the next."""
        return list(await functions.call(self._client, "order", [ORDER, KNOWN], *tables))

    async def places(self, tables: Sequence[TableId]) -> list[int | None]:
        """The same without giving any."""
        found = await self._client.execute("HMGET", KNOWN, *tables) if tables else ()
        return [None if place is None else int(place) for place in found]

    async def after(self, position: int, limit: int) -> list[TableId]:
        """The tables that follow in the order."""
        start = f"{position + 1}-0"
        entries = await self._client.execute("XRANGE", ORDER, start, "+", "COUNT", limit)
        return [fields[1].decode() for _, fields in entries]

    async def lag(self) -> int:
        """Tables in the order that are not on the boards yet."""
        length: int = await self._client.execute("XLEN", ORDER)
        return max(0, length - await self.position())

    async def find(
        self, wanted: Iterable[tuple[str, PlayerId]], generation: str | None = None
    ) -> Found:
        """The rows of players at games."""
        fields = [name(game, player) for game, player in wanted]
        told, position, rows = await self._ask("standings", generation or "", *fields)
        return Found(told.decode(), position, rows)

    async def fold(
        self, generation: str, seen: int, position: int, rows: Iterable[StoredStanding]
    ) -> bool:
        """Rows and position in one step; no, if meanwhile somebody else has moved it."""
        flat = [part for row in rows for part in row]
        return bool(await self._ask("fold", generation, seen, position, *flat))

    async def page(self, game: str, after: str | None, limit: int) -> Board:
        position, before, higher, members, rows = await self._ask("board", game, after or "", limit)
        return Board(position, before, higher, [each.decode() for each in members], rows)

    async def promote(self, generation: str) -> Literal["current", "behind", "overtaken"]:
        """Make it the current one, unless it is not as far, or another was begun meanwhile."""
        answers: dict[int, Literal["current", "behind", "overtaken"]]
        answers = {1: "current", 0: "behind", -1: "overtaken"}
        return answers[await self._ask("promote", generation)]

    async def _ask(self, function: str, *args: Argument) -> Any:
        return await functions.call(self._client, function, [CURRENT, NEXT], *args)


def name(game: str, player: PlayerId) -> str:
    """The name of a row."""
    return f"{game}|{player}"
