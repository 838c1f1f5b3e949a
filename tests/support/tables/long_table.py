"""A running table with a long history, stored without HTTP."""

from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.live_table import LiveTable
from store.connect import Store
from tests.bench import stored_tables


async def long_table(store_url: str, length: int) -> LiveTable:
    """Store a table at which a player came and went until it had so many events."""
    async with await Store.open(store_url) as store:
        tables = TableCache(store.log, RealWorld())
        live = await stored_tables.open_and_fill(tables, 3)
        await stored_tables.lengthen(tables, live, length)
        await stored_tables.start(tables, live)
        return live
