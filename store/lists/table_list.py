"""The indexes of the list of tables; the rows are with their tables."""

from collections.abc import Iterable, Sequence
from typing import Any

from application.ports.feeds import TABLE_LIST, FeedEntry, Move, Overtaken
from application.ports.notices import NewNotice
from application.ports.table_list import PageQuery, StoredRow, TableListStore
from domain.kernel.ids import TableId
from store import keyspace
from store.client.connection import Argument
from store.feeds.positions import RedisPositions, move_words, parse_id
from store.lists import list_keys
from store.lists.read_model import MAX_BATCH, VersionedReadModel
from store.lua import functions


class RedisTableListStore(VersionedReadModel, TableListStore):
    KEYS = list_keys.TABLE_LIST

    async def save(
        self,
        rows: Iterable[StoredRow],
        generation: str | None = None,
        notices: Sequence[NewNotice] = (),
        shown: Sequence[FeedEntry] = (),
        move: Move | None = None,
    ) -> None:
        """Put tables into their indexes in one step; one that is there with as new a version stays.

        Without a generation: into the one that is served and into the one that is being built.
        """
        keys: list[Argument] = [
            *(self.KEYS.current, self.KEYS.next),
            *(list_keys.NOTICES, keyspace.positions(TABLE_LIST), keyspace.PUBLIC_FEED),
        ]
        listed = [word for each in rows for word in (each.table, each.position, each.place)]
        news = [word for each in notices for word in (" ".join(each.subjects), each.body)]
        feed = [
            word
            for each in shown
            for word in (each.at, each.table, each.first_version, each.last_version, each.notes)
        ]
        steps = [] if move is None else move_words(move)
        words = (generation or "", len(listed) // 3, *listed, len(news) // 2, *news)
        words += (len(shown), *feed, *steps)
        if not await functions.call(self._client, "save_rows", keys, *words):
            raise Overtaken

    async def position(self, generation: str | None = None) -> int:
        """Return how many commits the list has taken; it never becomes smaller."""
        return await RedisPositions(self._client, TABLE_LIST).count()

    async def places(
        self, tables: Sequence[TableId], generation: str | None = None
    ) -> list[bytes | None]:
        batches = [tables[n : n + MAX_BATCH] for n in range(0, len(tables), MAX_BATCH)]
        found = await functions.call_all(
            self._client,
            [self._fcall("find_places", generation or "", *batch) for batch in batches],
        )
        return [place for batch in found for place in batch]

    async def has_taken(self, table: TableId) -> bool:
        """Compare the position of the list with the commit that last changed what lists need."""
        changed, reached = await self._client.execute_all(
            [
                ("HGET", keyspace.meta(table), "f"),
                ("HGET", keyspace.positions(TABLE_LIST), keyspace.partition(table)),
            ]
        )
        if changed is None:
            return True  # it is archived
        return reached is not None and parse_id(reached) >= parse_id(changed)

    async def page(
        self, index: str, after: str | None, limit: int, oldest_first: bool = False
    ) -> list[tuple[str, bytes | None]]:
        order = "oldest" if oldest_first else "newest"
        names = await self._call("page", index, after or "", limit, order)
        return [(name.decode(), None) for name in names]

    def page_query(self, index: str, limit: int) -> PageQuery:
        position = ("HGET", keyspace.positions(TABLE_LIST), "count")
        return PageQuery((position, tuple(self._fcall("page", index, "", limit, "newest"))), _page)

    async def drop_rows(self, rows: Iterable[StoredRow]) -> None:
        """Take archived tables out of every generation in use."""
        words = [word for each in rows for word in (each.table, each.position)]
        if words:
            await self._call("drop_rows", *words)

    async def count(self, index: str) -> int:
        return int(await self._call("count_index", index))

    async def promote(self, generation: str) -> bool:
        return bool(await self._call("promote_table_list", generation))


def _page(replies: list[Any]) -> tuple[int, list[str]]:
    count, names = replies
    return int(count or 0), [name.decode() for name in names]
