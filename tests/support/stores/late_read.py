"""A read of a feed that the store executes after its consumer has left the connection."""

from domain.kernel.ids import TableId
from store.client.base import StoreClient
from store.keyspace import FEEDS, partition


async def read_late(client: StoreClient, group: str, consumer: str, table: TableId) -> None:
    """Hand out the new commits of the partition of a table; the consumer gets no reply."""
    feed = FEEDS[partition(table)]
    await client.execute("XREADGROUP", "GROUP", group, consumer, "STREAMS", feed, ">")
