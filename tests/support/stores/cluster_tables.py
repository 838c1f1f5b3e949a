"""Tables on chosen nodes of a cluster, and appends that are repeated until they succeed."""

import asyncio

from application.ports.event_log import (
    Appended,
    Duplicate,
    OutcomeUnknown,
    StoreUnavailable,
)
from application.ports.feeds import START, FeedEntry
from store.cluster.tail import ClusterTail
from store.keyspace import PARTITIONS, events
from store.tables.log import RedisEventLog
from tests.support.servers.processes import PATIENCE
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


class Tailing:
    """Reads the feeds of a cluster from the beginning on."""

    def __init__(self, url: str) -> None:
        self._tail = ClusterTail(url, PATIENCE)
        self._after = [START] * PARTITIONS

    async def take(self) -> list[FeedEntry]:
        found = await self._tail.read(tuple(self._after), 10, 100)
        for one in found:
            self._after[one.partition] = one.id
        return found

    async def aclose(self) -> None:
        await self._tail.aclose()


async def taken(tailing: Tailing, wanted: set[tuple[str, int]]) -> list[tuple[str, int]]:
    """Read commits until all wanted ones were among them, and return those."""
    found: list[tuple[str, int]] = []
    async with asyncio.timeout(PATIENCE):
        while not wanted <= set(found):
            found += [(one.table, one.last_version) for one in await tailing.take()]
    return [one for one in found if one in wanted]
