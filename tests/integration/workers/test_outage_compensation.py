"""After an outage of the store deadlines move once, before any timeout is called."""

import asyncio
import os
import signal
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest

from application.administration.maintenance import end_maintenance
from application.administration.office import Office
from application.administration.watch import AdministrationWatch
from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from domain.administration.acts import MaintenanceBegun
from domain.judging.outage_evidence import SHORTEST_MS
from domain.kernel.ids import millis, rfc3339
from domain.table.clock_events import DeadlineMoved, DecisionOpened, TimedOut, TimeGivenBack
from domain.table.clocks import Bank, Pace
from domain.table.state import Running
from store import keyspace
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.people.acts import RedisActLog
from store.tables.deadlines import RedisDeadlines
from store.tables.log import RedisEventLog
from tests.support.players.fixed_world import FixedWorld
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.stores.heartbeats import api_heartbeat, api_log, service_stopped, witness
from tests.support.stores.servers import running
from tests.support.tables.party import Party, elsewhere, started
from workers.composition.loops import run_alone
from workers.composition.timers import timers_loop
from workers.outage_compensation import OutageCompensation
from workers.timers import Timers

pytestmark = pytest.mark.anyio
SECOND = 1000
E = TypeVar("E")


def sweeper(client: PipelinedClient) -> Timers:
    deadlines, tables = RedisDeadlines(client), TableCache(RedisEventLog(client), RealWorld())
    return Timers(deadlines, tables, OutageCompensation(witness(client), deadlines, tables))


async def begun(log: RedisEventLog, ago: int, clock: Pace) -> Party:
    """A table whose first question was put so many seconds ago."""
    world = FixedWorld(RealWorld().now() - ago * SECOND, name=f"{ago} {clock}")
    return elsewhere(log, RealWorld(), await started(TableCache(log, world), clock))


async def away_since(client: PipelinedClient, ago: int) -> None:
    """As if the API had been away for so many seconds, until now."""
    await service_stopped(client, ago * SECOND)
    await api_heartbeat(client).beat()


async def events_of(party: Party, kind: type[E]) -> list[E]:
    return [event for event in await party.events() if isinstance(event, kind)]


async def assert_moved_once(party: Party) -> DeadlineMoved:
    """Fail unless the deadline was moved once, and nobody was late."""
    [moved] = await events_of(party, DeadlineMoved)
    assert await events_of(party, TimedOut) == []
    return moved


async def test_a_player_who_could_not_decide_in_an_outage_is_not_late(
    client: PipelinedClient, log: RedisEventLog
) -> None:
    party = await begun(log, ago=60, clock=40)
    await away_since(client, ago=50)
    await sweeper(client).call_time()
    moved = await assert_moved_once(party)
    left = millis(moved.deadline) - millis(moved.away_until)
    assert 10 * SECOND < left <= 31 * SECOND  # ten of forty seconds were used when it began
    await party.play()


async def test_a_player_is_not_late_after_an_outage_that_began_while_the_clock_was_ahead(
    client: PipelinedClient, log: RedisEventLog
) -> None:
    """The last heartbeat was an hour ahead, so it lies after every deadline."""
    party = await begun(log, ago=60, clock=40)
    await service_stopped(client, -3_600 * SECOND, steady_ms=50 * SECOND)
    timers = sweeper(client)
    await timers.call_time()
    assert await events_of(party, TimedOut) == []
    await api_heartbeat(client).beat()
    await timers.call_time()
    assert len(await events_of(party, DeadlineMoved)) == 1
    await party.play()


async def test_a_bank_is_not_spent_in_an_outage(
    client: PipelinedClient, log: RedisEventLog
) -> None:
    party = await begun(log, ago=60, clock=Bank(40))
    await away_since(client, ago=50)
    await sweeper(client).call_time()
    [given_back] = await events_of(party, TimeGivenBack)
    [clock] = given_back.clocks
    assert 49 * SECOND < clock.given_back_ms < 60 * SECOND
    assert await events_of(party, TimedOut) == []
    seat = await party.active()
    await party.play(seat)
    state = (await party.live()).state
    assert isinstance(state, Running)
    assert state.banks is not None
    assert 10 * SECOND < state.banks.left_ms[seat] < 31 * SECOND


async def test_an_answer_gives_back_a_short_outage_that_no_timer_has_looked_at(
    client: PipelinedClient, log: RedisEventLog
) -> None:
    heartbeat = api_heartbeat(client)
    party = await begun(RedisEventLog(client, heartbeat), ago=60, clock=Bank(600))
    await service_stopped(client, 2 * SECOND)
    await heartbeat.beat()
    await witness(client).beat()
    assert (await heartbeat.beat()).outages
    await party.play()
    assert len(await events_of(party, TimeGivenBack)) == 1


async def test_a_player_who_returns_before_the_timers_plays_at_once(
    client: PipelinedClient, log: RedisEventLog
) -> None:
    party = await begun(api_log(client), ago=60, clock=40)
    await service_stopped(client, 50 * SECOND)
    other_process = asyncio.create_task(witness(client).keep())
    await party.play()
    other_process.cancel()
    await assert_moved_once(party)


async def test_a_deadline_still_to_come_moves_as_well(
    client: PipelinedClient, log: RedisEventLog
) -> None:
    party = await begun(log, ago=60, clock=600)
    await away_since(client, ago=20)
    assert await sweeper(client).call_time() == 0
    [moved] = await events_of(party, DeadlineMoved)
    [asked] = await events_of(party, DecisionOpened)
    assert asked.deadline is not None
    gained = millis(moved.deadline) - millis(asked.deadline)
    assert 19 * SECOND < gained < 40 * SECOND


async def test_one_of_many_clocks_moves_it(server: EmbeddedServer, client: PipelinedClient) -> None:
    parties = [await begun(RedisEventLog(client), ago=60 + n, clock=40) for n in range(5)]
    await away_since(client, ago=50)
    clients = [PipelinedClient(server.url, PATIENCE) for _ in range(3)]
    try:
        sweepers = [sweeper(each) for each in clients]
        for _ in range(3):
            await asyncio.gather(*[each.call_time() for each in sweepers])
    finally:
        for each in clients:
            await each.aclose()
    for party in parties:
        await assert_moved_once(party)


async def test_a_player_who_was_late_before_the_outage_is_late(
    client: PipelinedClient, log: RedisEventLog
) -> None:
    party = await begun(log, ago=60, clock=5)
    await away_since(client, ago=20)
    await sweeper(client).call_time()
    assert len(await events_of(party, TimedOut)) == 1
    assert await events_of(party, DeadlineMoved) == []


async def test_a_clock_that_comes_later_makes_up_for_an_outage_others_have_noticed(
    client: PipelinedClient, log: RedisEventLog
) -> None:
    party = await begun(log, ago=60, clock=40)
    await away_since(client, ago=50)
    await witness(client, "projector").beat()  # others were back first
    await sweeper(client).call_time()
    await assert_moved_once(party)


async def test_a_table_that_fails_does_not_keep_the_others_from_their_time(
    client: PipelinedClient, log: RedisEventLog, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = [await begun(log, ago=60 + n, clock=40) for n in range(2)]
    await client.execute("HSET", keyspace.meta(broken.table), "h", b"\0" * 32)
    await away_since(client, ago=50)
    await sweeper(client).call_time()
    assert len(await events_of(sound, DeadlineMoved)) == 1
    assert broken.table in caplog.text


async def test_a_real_outage_is_noticed_by_clocks_that_lived_through_it(tmp_path: Path) -> None:
    with running("valkey", tmp_path / "store") as server:
        client = PipelinedClient(server.url, PATIENCE)
        assert server.pid is not None
        party = await started(TableCache(RedisEventLog(client), RealWorld()), clock=30)
        settings = Settings(
            redis_url=server.url, store_seconds=PATIENCE, queue_url=server.queue_url, scrub_hours=0
        )
        clock = asyncio.create_task(run_alone(timers_loop, settings))
        api = asyncio.create_task(api_heartbeat(client).keep())
        for _ in range(5):  # so that both have seen a beat that follows another
            last = await client.execute("HGET", keyspace.HEARTBEAT.heart, "last")
            await eventually(lambda last=last: _beats_after(client, last))  # type: ignore[misc]
        os.kill(server.pid, signal.SIGSTOP)
        await asyncio.sleep(3 * SHORTEST_MS / SECOND)  # an outage
        os.kill(server.pid, signal.SIGCONT)
        await eventually(lambda: events_of(party, DeadlineMoved))
        for task in (clock, api):
            task.cancel()
        await asyncio.gather(clock, api, return_exceptions=True)
        first = next(e for e in await party.events() if isinstance(e, DeadlineMoved | TimedOut))
        assert isinstance(first, DeadlineMoved)
        await client.aclose()


async def test_no_time_is_called_while_no_api_lives(
    client: PipelinedClient, log: RedisEventLog
) -> None:
    party = await begun(log, ago=60, clock=57)
    await service_stopped(client, 20 * SECOND)
    clocks = sweeper(client)
    assert await clocks.call_time() == 0
    assert await events_of(party, TimedOut) == []
    await api_heartbeat(client).beat()
    await clocks.call_time()
    await assert_moved_once(party)


async def test_time_is_called_once_an_api_has_beaten_after_the_deadline(
    client: PipelinedClient, log: RedisEventLog
) -> None:
    party = await begun(log, ago=60, clock=59)
    clocks = sweeper(client)
    await service_stopped(client, 1200)  # not long enough for an outage, as far as it is known
    await clocks.call_time()
    assert await events_of(party, TimedOut) == []
    api = api_heartbeat(client)
    async with asyncio.timeout(PATIENCE):
        while not await events_of(party, TimedOut):
            await api.beat()
            await clocks.call_time()


async def _beats_after(client: PipelinedClient, last: bytes | None) -> bool:
    return await client.execute("HGET", keyspace.HEARTBEAT.heart, "last") not in (None, last)


async def test_nobody_is_late_during_maintenance_and_the_time_is_given_back(
    client: PipelinedClient, log: RedisEventLog
) -> None:
    party = await begun(log, ago=60, clock=40)
    acts, deadlines, world = RedisActLog(client), RedisDeadlines(client), RealWorld()
    tables, heartbeat, none = TableCache(log, world), api_heartbeat(client), cast(Any, None)
    watch = AdministrationWatch(acts)
    office = Office(acts, watch, none, none, tables, heartbeat, none, world)
    compensation = OutageCompensation(witness(client), deadlines, tables)
    timers = Timers(deadlines, tables, compensation, AdministrationWatch(acts))
    await heartbeat.beat()
    began = world.now() - 50 * SECOND
    await office.record("z", MaintenanceBegun("A new disk.", began, 60))
    assert await timers.call_time() == 0
    assert await events_of(party, TimedOut) == []
    lost = await end_maintenance(office, "z", "Done.")
    assert lost.began == began
    await heartbeat.grant(lost)  # granting it twice gives no more time
    await timers.call_time()
    assert (await assert_moved_once(party)).away_until == rfc3339(lost.ended)
    await party.play()
