"""Commands reach the right node, also while a slot moves or a node is down."""

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from application.ports.event_log import Appended, StoreUnavailable
from application.setting_fields import STORE_SECONDS as SECONDS
from store.cluster.client import ClusterClient
from store.connect import Store
from store.keyspace import FEEDS, events
from store.tables.log import RedisEventLog
from tests.support.servers.processes import PATIENCE
from tests.support.stores.cluster import Cluster
from tests.support.stores.cluster_tables import Tailing, table_at, taken
from tests.support.stores.servers import TcpServer
from tests.support.tables.commits import commit, table_id

pytestmark = pytest.mark.anyio


async def test_tables_live_on_every_master(whole: Cluster, log: RedisEventLog) -> None:
    opened = [table_id() for _ in range(40)]
    assert len({*await asyncio.gather(*(log.append(commit(t)) for t in opened))}) == 1
    homes = [whole.owner(events(table)) for table in opened]
    assert {node.port for node in homes} >= {node.port for node in whole.masters}
    for table, home in zip(opened, homes, strict=True):
        assert home.ask("XLEN", events(table)) == 1
        assert len(await log.read(table)) == 1


async def test_calls_of_one_turn_are_one_round_trip_to_each_server(client: ClusterClient) -> None:
    await asyncio.gather(*(client.send_once("XLEN", feed) for feed in FEEDS))
    before = client.batches
    await asyncio.gather(*(client.send_once("XLEN", feed) for feed in FEEDS))
    assert client.batches - before == len(await client.servers())


async def test_a_server_that_joins_learns_the_functions(whole: Cluster, log: RedisEventLog) -> None:
    table = table_id()
    await log.append(commit(table))
    home = whole.owner(events(table))
    await asyncio.to_thread(whole.move, events(table), whole.spare)
    assert await log.append(commit(table, 1)) == Appended(2, 2)
    assert whole.spare.ask("XLEN", events(table)) == 2
    await asyncio.to_thread(whole.move, events(table), home)
    assert await log.append(commit(table, 2)) == Appended(3, 3)


async def test_readiness_is_that_of_those_who_are_there(whole: Cluster) -> None:
    store = Store(whole.url, PATIENCE, "redis://127.0.0.1:1/0")
    assert (await store.facts()).durability == "no"
    await store.aclose()


async def test_everybody_is_signed_in_to_and_a_server_that_does_not_speak_is_looked_at(
    whole: Cluster, log: RedisEventLog
) -> None:
    """`-client|tracking`: nobody says that a feed has grown."""
    for node in whole.nodes:
        node.ask("ACL", "SETUSER", "deaf", "on", ">pw", "~*", "+@all", "-client|tracking")
    url = whole.url.replace("://", "://deaf:pw@")
    async with aclosing(Tailing(url)) as group:
        for master in whole.masters:
            table = table_at(whole, master)
            await log.append(commit(table))
            assert await taken(group, {(table, 1)}) == [(table, 1)]


async def test_seeds_that_are_away_are_passed_over(whole: Cluster) -> None:
    nodes = whole.url.partition("://")[2]
    client = ClusterClient(f"redis+cluster://127.0.0.1:1,{nodes}", 30.0)
    assert await client.execute("XLEN", FEEDS[0]) >= 0
    await client.aclose()


async def test_without_a_cluster_behind_it_an_address_is_no_use(tmp_path: Path) -> None:
    alone = TcpServer("valkey", tmp_path)
    alone.start()
    try:
        for url in (alone.url, "redis://127.0.0.1:1/0"):
            client = ClusterClient(url.replace("redis://", "redis+cluster://"), SECONDS)
            with pytest.raises(StoreUnavailable, match="cluster"):
                await client.execute("GET", "key")
            await client.aclose()
    finally:
        alone.kill()
