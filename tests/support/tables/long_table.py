"""A running table with a long history, stored without HTTP."""

from application.table_cache import TableCache
from application.world import RealWorld
from domain.kernel.ids import TableId
from store.connect import Store
from tests.support.servers.polling import PATIENCE
from tests.support.tables.party import seated


async def long_table(store_url: str, length: int) -> TableId:
    """Store a table at which a player came and went until it had so many events."""
    async with await Store(store_url, PATIENCE, is_api=True).start() as store:
        tables = TableCache(store.log, RealWorld())
        party = await seated(tables)
        await party.lengthen(length)
        await party.start()
        return party.table
