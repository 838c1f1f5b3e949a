"""Each part of a cluster has a heartbeat: time is compensated only where it was lost."""

import pytest

from store import keyspace
from store.cluster.client import ClusterClient
from store.tables.log import RedisEventLog
from tests.support.stores.cluster import Cluster
from tests.support.stores.cluster_tables import table_at, table_elsewhere
from tests.support.stores.heartbeats import api_heartbeat, service_stopped, witness

pytestmark = pytest.mark.anyio

AWAY_MS = 20_000


async def test_an_outage_is_felt_by_the_tables_of_that_part(
    whole: Cluster, client: ClusterClient, log: RedisEventLog
) -> None:
    lost = table_at(whole, whole.nodes[0])
    kept = table_elsewhere(whole, whole.nodes[0])
    api, worker = api_heartbeat(client), witness(client)
    await api.beat()
    keys = keyspace.PARTITION_HEARTBEATS[keyspace.partition(lost)]
    since = await service_stopped(client, AWAY_MS, keys)
    claimed = await api.beat()
    assert not claimed.silent
    assert not claimed.was_playable_at(lost, since)
    assert claimed.was_playable_at(kept, since)
    beat = await worker.beat()
    assert beat.felt_at(lost)[-1].began == since
    assert beat.felt_at(lost)[-1].ended >= since + AWAY_MS
    assert beat.felt_at(kept) == ()
    assert await log.outages(lost) == beat.felt_at(lost)
    assert await log.outages(kept) == beat.felt_at(kept)
