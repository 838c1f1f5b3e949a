"""Read models together with the archive: lists, places and the public log of archived tables."""

from collections.abc import Sequence

from application.ports.public_log import Place
from domain.kernel.ids import TableId
from store.archive.archive import Archive
from store.client.base import StoreClient
from store.lists.leaderboard import RedisLeaderboardStore
from store.lists.table_list import RedisTableListStore
from store.public_log.queue import RedisLogQueue, read_place


class ArchivedTableList(RedisTableListStore):
    """Rows of the store and of the archive; one that is in both counts once."""

    def __init__(self, client: StoreClient, archive: Archive) -> None:
        super().__init__(client)
        self._archive = archive

    async def page(
        self, index: str, after: str | None, limit: int, oldest_first: bool = False
    ) -> list[tuple[str, bytes | None]]:
        live = await super().page(index, after, limit, oldest_first)
        await self._archive.refresh()  # a table that has left the store since is found there
        rows: dict[str, bytes | None] = {
            **dict(self._archive.index.page(index, after, limit, oldest_first)),
            **dict(live),
        }
        return [(each, rows[each]) for each in sorted(rows, reverse=not oldest_first)[:limit]]

    async def count(self, index: str) -> int:
        live = await super().count(index)
        await self._archive.refresh()
        archived = self._archive.index.ids(index)
        both = await super().places(archived) if archived else []
        return live + both.count(None)


class ArchivedLeaderboard(RedisLeaderboardStore):
    """The order of finished tables: archived ones have kept their places."""

    def __init__(self, client: StoreClient, archive: Archive) -> None:
        super().__init__(client)
        self._archive = archive

    async def places(self, tables: Sequence[TableId]) -> list[int | None]:
        found = await super().places(tables)
        for n, table in enumerate(tables):
            if found[n] is None and (archived := await self._archive.known(table)) is not None:
                found[n] = archived.place
        return found

    async def after(self, position: int, limit: int) -> list[TableId]:
        """Return the tables that follow without a gap; a place that is in neither is awaited."""
        live = dict(await self.placed_after(position, limit))
        if len(live) < limit or min(live) != position + 1 or max(live) != position + limit:
            await self._archive.refresh()
            live |= dict(self._archive.index.after(position, limit))
        found: list[TableId] = []
        while len(found) < limit and position + len(found) + 1 in live:
            found.append(live[position + len(found) + 1])
        return found

    async def result(self, table: TableId) -> bytes | None:
        found = self._archive.index.find(table)
        return None if found is None else found.archived.result


class ArchivedLogQueue(RedisLogQueue):
    def __init__(self, client: StoreClient, archive: Archive) -> None:
        super().__init__(client)
        self._archive = archive

    async def places(self, tables: Sequence[TableId]) -> list[dict[str, Place] | None]:
        """Return the places; an upgrade archives tables before their end is logged."""
        found = await super().places(tables)
        for n, (table, live) in enumerate(zip(tables, found, strict=True)):
            if live is not None and (archived := await self._archive.known(table)) is not None:
                known = {kind: read_place(place) for kind, place in archived.logged.items()}
                found[n] = known | live
        return found
