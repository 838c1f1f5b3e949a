"""Each part of a cluster has a heartbeat: time is compensated only where it was lost."""

import time

import pytest

from store import keyspace
from store.cluster.client import ClusterClient
from store.heartbeat import RedisHeartbeat
from store.log import RedisEventLog
from tests.support.cluster import Cluster
from tests.support.cluster_tables import table_at, table_elsewhere

pytestmark = pytest.mark.anyio

AWAY_MS = 20_000


async def test_an_outage_is_felt_by_the_tables_of_that_part(
    whole: Cluster, client: ClusterClient, log: RedisEventLog
) -> None:
    lost = table_at(whole, whole.nodes[0])
    kept = table_elsewhere(whole, whole.nodes[0])
    pulse = RedisHeartbeat(client)
    await pulse.beat()
    since = int(time.time() * 1000) - AWAY_MS
    await client.execute("SET", keyspace.PARTITION_HEARTBEATS[keyspace.partition(lost)].last, since)
    beat = await pulse.beat()
    assert beat.felt_at(lost)[-1].began == since
    assert beat.felt_at(lost)[-1].ended >= since + AWAY_MS
    assert since not in [outage.began for outage in beat.felt_at(kept)]
    assert await log.outages(lost) == beat.felt_at(lost)
    assert await log.outages(kept) == beat.felt_at(kept)
