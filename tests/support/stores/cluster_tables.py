"""Tables on chosen nodes of a cluster, and appends that are repeated until they succeed."""

import asyncio

from application.ports.event_log import (
    Appended,
    Duplicate,
    OutcomeUnknown,
    StoreUnavailable,
)
from store.cluster.consumer_group import ClusterConsumerGroup
from store.keyspace import events
from store.log import RedisEventLog
from tests.support.servers.polling import PATIENCE
from tests.support.stores.cluster import Cluster, Node
from tests.support.tables.commits import commit, table_id


def table_at(cluster: Cluster, node: Node) -> str:
    """Return the id of a new table on this node."""
    return next(t for t in iter(table_id, "") if cluster.owner(events(t)) is node)


def table_elsewhere(cluster: Cluster, node: Node) -> str:
    return next(t for t in iter(table_id, "") if cluster.owner(events(t)) is not node)


async def appended(log: RedisEventLog, table: str, version: int) -> None:
    """Append one commit, however many attempts it takes; it counts once."""
    sent = commit(table, version)
    while True:
        try:
            reply = await log.append(sent)
        except (StoreUnavailable, OutcomeUnknown):
            await asyncio.sleep(0.02)
        else:
            assert isinstance(reply, Appended | Duplicate)
            assert (reply.first, reply.last) == (version + 1, version + 1)
            return


async def taken(group: ClusterConsumerGroup, wanted: set[tuple[str, int]]) -> list[tuple[str, int]]:
    """Take commits until all wanted ones were among them, and return those."""
    found: list[tuple[str, int]] = []
    async with asyncio.timeout(PATIENCE):
        while not wanted <= set(found):
            batch = await group.take(10, 100)
            found += [(one.table, one.last_version) for one in batch]
            await group.ack(batch)
    return [one for one in found if one in wanted]
