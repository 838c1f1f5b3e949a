"""The heartbeat of the store, and the outages that its gaps show."""

import asyncio

import pytest

from domain.table.commands import Outage
from store import keyspace
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.heartbeat import MOST_OUTAGES, REMEMBERED_MS, SHORTEST_OUTAGE_MS, RedisHeartbeat

pytestmark = pytest.mark.anyio


async def stopped(client: PipelinedClient, ms: int) -> int:
    """As if nobody had reached the store for so long; since when."""
    seconds, micros = await client.execute("TIME")
    since = int(seconds) * 1000 + int(micros) // 1000 - ms
    await client.execute("SET", keyspace.HEARTBEAT.last, since)
    return since


async def test_a_first_beat_and_a_steady_pulse_are_no_outage(client: PipelinedClient) -> None:
    pulse = RedisHeartbeat(client)
    first = await pulse.beat()
    assert first.outages == ()
    assert (await pulse.beat()).outages == ()
    assert int(await client.execute("GET", keyspace.HEARTBEAT.last)) >= first.now
    await stopped(client, SHORTEST_OUTAGE_MS // 30)
    assert (await pulse.beat()).outages == ()


async def test_a_long_pause_is_remembered_from_the_last_beat_to_the_first(
    client: PipelinedClient,
) -> None:
    since = await stopped(client, 20_000)
    beat = await RedisHeartbeat(client).beat()
    assert beat.outages == (Outage(since, beat.now),)
    again = await RedisHeartbeat(client).beat()
    assert again.outages == beat.outages


async def test_of_many_who_come_back_one_writes_it_down(
    server: EmbeddedServer, client: PipelinedClient
) -> None:
    await stopped(client, 20_000)
    clients = [PipelinedClient(server.url) for _ in range(5)]
    beats = await asyncio.gather(*[RedisHeartbeat(each).beat() for each in clients])
    assert len({beat.outages for beat in beats}) == 1
    assert len(beats[0].outages) == 1
    for each in clients:
        await each.aclose()


async def test_only_the_latest_are_remembered_and_none_for_ever(client: PipelinedClient) -> None:
    for n in range(MOST_OUTAGES + 3):
        await stopped(client, 10_000 + n)
        last = await RedisHeartbeat(client).beat()
    assert len(last.outages) == MOST_OUTAGES
    old = last.now - REMEMBERED_MS
    await client.execute("RPUSH", keyspace.HEARTBEAT.outages, f"{old - 9}:{old - 1}")
    assert len((await RedisHeartbeat(client).beat()).outages) == MOST_OUTAGES


async def test_a_clock_set_back_is_no_outage(client: PipelinedClient) -> None:
    await stopped(client, -3_600_000)
    beat = await RedisHeartbeat(client).beat()
    assert beat.outages == ()
    assert int(await client.execute("GET", keyspace.HEARTBEAT.last)) == beat.now


async def test_whoever_keeps_it_beating_does_not_mind_a_store_that_is_away(
    client: PipelinedClient,
) -> None:
    away = PipelinedClient("unix:///nowhere/at/all.sock?db=0")
    keeping = asyncio.create_task(RedisHeartbeat(away).keep())
    await asyncio.sleep(0.2)
    assert not keeping.done()
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)
    await away.aclose()
