"""The order of finished tables, and the boards folded from it; rows are opaque here."""

from collections.abc import Iterable, Sequence
from typing import Literal

from application.ports.feeds import LEADERBOARD, Move, Overtaken
from application.ports.leaderboard import Board, Found, LeaderboardStore, StoredStanding
from domain.kernel.ids import PlayerId, TableId
from store import keyspace
from store.client.connection import Argument
from store.feeds.positions import move_words
from store.lists import list_keys
from store.lists.list_keys import FINISHED_COUNT, FINISHED_ORDER, FINISHED_PLACES
from store.lists.read_model import VersionedReadModel
from store.lua import functions


class RedisLeaderboardStore(VersionedReadModel, LeaderboardStore):
    KEYS = list_keys.LEADERBOARD
    POSITIONS = keyspace.positions(LEADERBOARD)

    async def order(self, tables: Sequence[TableId], move: Move | None = None) -> list[int]:
        keys: list[Argument] = [FINISHED_ORDER, FINISHED_PLACES, FINISHED_COUNT, self.POSITIONS]
        words = () if move is None else move_words(move)
        places = await functions.call(self._client, "order", keys, len(tables), *tables, *words)
        if places is None:
            raise Overtaken
        return list(places)

    async def places(self, tables: Sequence[TableId]) -> list[int | None]:
        if not tables:
            return []
        found = await self._client.execute("HMGET", FINISHED_PLACES, *tables)
        return [None if place is None else int(place) for place in found]

    async def after(self, position: int, limit: int) -> list[TableId]:
        return [table for _, table in await self.placed_after(position, limit)]

    async def placed_after(self, position: int, limit: int) -> list[tuple[int, TableId]]:
        """Return places and tables of the order that is in the store, after a place."""
        start = f"{position + 1}-0"
        entries = await self._client.execute("XRANGE", FINISHED_ORDER, start, "+", "COUNT", limit)
        return [(int(id_.partition(b"-")[0]), fields[1].decode()) for id_, fields in entries]

    async def result(self, table: TableId) -> bytes | None:
        return None

    async def lag(self) -> int:
        placed = int(await self._client.execute("GET", FINISHED_COUNT) or 0)
        return max(0, placed - await self.position())

    async def drop_places(self, tables: Sequence[TableId]) -> None:
        """Take archived tables out of the order."""
        keys: list[Argument] = [FINISHED_ORDER, FINISHED_PLACES]
        await functions.call(self._client, "drop_places", keys, *tables)

    async def find(
        self, wanted: Iterable[tuple[str, PlayerId]], generation: str | None = None
    ) -> Found:
        names = [row_name(game, player) for game, player in wanted]
        found, position, rows = await self._call("standings", generation or "", *names)
        return Found(found.decode(), position, rows)

    async def fold(
        self, generation: str, seen: int, position: int, rows: Iterable[StoredStanding]
    ) -> bool:
        flat = [part for row in rows for part in row]
        return bool(await self._call("fold", generation, seen, position, *flat))

    async def page(self, game: str, after: str | None, limit: int) -> Board:
        reply = await self._call("board", game, after or "", limit)
        position, before, higher, members, rows = reply
        return Board(position, before, higher, [each.decode() for each in members], rows)

    async def promote(self, generation: str) -> Literal["current", "behind", "overtaken"]:
        results: dict[int, Literal["current", "behind", "overtaken"]]
        results = {1: "current", 0: "behind", -1: "overtaken"}
        return results[await self._call("promote_leaderboard", generation)]


def row_name(game: str, player: PlayerId) -> str:
    """Return the name of the row of a player at a game."""
    return f"{game}|{player}"
