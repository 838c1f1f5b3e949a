"""The heartbeat of the service, and the outages that two processes confirm."""

import asyncio

import pytest

from application.ops.outage_meter import PENDING_MS
from domain.judging.outage_evidence import SHORTEST_MS
from domain.table.commands import Outage
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.heartbeat import MOST_OUTAGES, REMEMBERED_MS, RedisHeartbeat
from store.keyspace import HEARTBEAT
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.stores.heartbeats import (
    SetClock,
    api_heartbeat,
    outages_seen,
    service_stopped,
    store_time,
    witness,
)

pytestmark = pytest.mark.anyio


async def test_a_first_beat_and_a_steady_pulse_are_no_outage(client: PipelinedClient) -> None:
    api = api_heartbeat(client)
    first = await api.beat()
    assert (first.outages, first.silent) == ((), False)
    assert first.was_playable_at("any", first.now)
    await service_stopped(client, SHORTEST_MS // 3)
    assert await outages_seen(client) == ()
    assert not (await api.beat()).parts[0].pending


async def test_a_long_pause_is_an_outage_from_the_last_beat_to_the_first(
    client: PipelinedClient,
) -> None:
    since = await service_stopped(client, 20_000)
    claimed = await api_heartbeat(client).beat()
    assert (claimed.outages, claimed.silent) == ((), True)  # one process alone confirms nothing
    confirmed = await witness(client).beat()
    [outage] = confirmed.outages
    assert outage.began == since
    assert since + 20_000 <= outage.ended <= claimed.now
    assert not confirmed.silent
    assert (await api_heartbeat(client).beat()).outages == (outage,)


async def test_one_process_confirms_nothing_and_the_claim_is_dropped(
    client: PipelinedClient, caplog: pytest.LogCaptureFixture
) -> None:
    await service_stopped(client, 20_000)
    clock = SetClock()
    alone = RedisHeartbeat(client, is_api=True, process="alone", clock=clock)
    assert (await alone.beat()).parts[0].pending
    clock.ms += PENDING_MS + 1
    beat = await alone.beat()
    assert (beat.outages, beat.parts[0].pending) == ((), False)
    assert "no two processes have measured" in caplog.text


async def test_workers_do_not_beat_for_an_api(client: PipelinedClient) -> None:
    worker = witness(client)
    assert (await worker.beat()).parts[0].last is None
    since = await service_stopped(client, 20_000)
    beat = await worker.beat()
    assert (beat.parts[0].last, beat.silent, beat.outages) == (since, True, ())
    assert not beat.was_playable_at("any", since + 1)


async def test_a_jump_of_the_stores_clock_is_no_outage(client: PipelinedClient) -> None:
    await service_stopped(client, 3_600_000, steady_ms=0)
    assert await outages_seen(client) == ()


async def test_a_clock_jump_during_an_outage_is_not_part_of_it(client: PipelinedClient) -> None:
    clocks = [SetClock(machine) for machine in ("m1", "m2")]
    workers = [RedisHeartbeat(client, process=c.machine, clock=c) for c in clocks]
    jump, away = 3_600_000, 9_000
    for ago in (jump + 500, jump):  # a process sees a beat when it follows another
        last = await service_stopped(client, ago)
        for worker in workers:
            await worker.beat()
    for clock in clocks:
        clock.ms += away
    await RedisHeartbeat(client, is_api=True, process="api", clock=SetClock("m3")).beat()
    await workers[0].beat()
    assert (await workers[1].beat()).outages == (Outage(last, last + away),)


async def test_a_clock_set_back_is_no_outage(client: PipelinedClient) -> None:
    await service_stopped(client, -3_600_000)
    assert await outages_seen(client) == ()
    last = int(await client.execute("HGET", HEARTBEAT.heart, "last"))
    assert last <= await store_time(client)


async def test_an_outage_that_began_while_the_clock_was_ahead_is_one(
    client: PipelinedClient,
) -> None:
    """The last beat lies in the future by the clock that was set back after it."""
    before = await store_time(client)
    await service_stopped(client, -20_000, steady_ms=9_000)
    found = await witness(client).beat()
    [part] = found.parts
    assert part.last is not None
    assert before - 9_010 <= part.last <= found.now - 9_000  # two clocks, in whole ms
    assert found.silent
    assert not found.was_playable_at("any", part.last + 1)
    [outage] = await outages_seen(client)
    assert outage.began == part.last
    assert part.last + 9_000 <= outage.ended <= await store_time(client)


async def test_a_clock_set_back_during_an_outage_moves_the_beat_for_every_machine(
    client: PipelinedClient,
) -> None:
    clocks = [SetClock(machine) for machine in ("m1", "m2")]
    await RedisHeartbeat(client, is_api=True, process="ended", clock=clocks[0]).beat()
    await RedisHeartbeat(client, process="ended too", clock=clocks[1]).beat()
    ahead = await store_time(client) + 3_600_000
    await client.execute("HSET", HEARTBEAT.heart, "last", ahead)
    for clock in clocks:
        stamp = f"{ahead}:{clock.ms}"
        await client.execute("HSET", HEARTBEAT.heart, f"seen:{clock.machine}", stamp)
        clock.ms += 9_000
    await RedisHeartbeat(client, is_api=True, process="api", clock=clocks[0]).beat()
    beat = await RedisHeartbeat(client, process="worker", clock=clocks[1]).beat()
    [outage] = beat.outages
    assert outage.ended - outage.began == 9_000
    assert outage.ended <= beat.now


async def test_an_outage_that_would_end_in_the_future_is_not_reported(
    client: PipelinedClient,
) -> None:
    now = await store_time(client)
    await client.execute("RPUSH", HEARTBEAT.outages, f"{now - 9}:{now + 3_600_000}")
    assert (await witness(client).beat()).outages == ()


async def test_one_of_many_returning_processes_records_the_outage(
    server: EmbeddedServer, client: PipelinedClient
) -> None:
    await service_stopped(client, 20_000)
    clients = [PipelinedClient(server.url, PATIENCE) for _ in range(5)]
    hearts = [RedisHeartbeat(each, is_api=True, process=f"p{n}") for n, each in enumerate(clients)]
    for _ in range(2):
        beats = await asyncio.gather(*[heart.beat() for heart in hearts])
    assert len({beat.outages for beat in beats}) == 1
    assert len(beats[0].outages) == 1
    for each in clients:
        await each.aclose()


async def test_only_the_latest_outages_are_kept_and_they_expire(client: PipelinedClient) -> None:
    for n in range(MOST_OUTAGES + 3):
        await service_stopped(client, 10_000 + n)
        last = await outages_seen(client)
    assert len(last) == MOST_OUTAGES
    old = await store_time(client) - REMEMBERED_MS
    await client.execute("RPUSH", HEARTBEAT.outages, f"{old - 9}:{old - 1}")
    assert len(await outages_seen(client)) == MOST_OUTAGES
    assert await client.execute("EXISTS", HEARTBEAT.claims, HEARTBEAT.evidence) == 0


async def test_a_process_that_beats_survives_a_store_that_is_away(client: PipelinedClient) -> None:
    away = PipelinedClient("unix:///nowhere/at/all.sock?db=0", PATIENCE)
    keeping = asyncio.create_task(RedisHeartbeat(away).keep())
    await eventually(lambda: away.interruptions > 2)
    assert not keeping.done()
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)
    await away.aclose()
