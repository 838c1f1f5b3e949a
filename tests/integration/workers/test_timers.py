"""Timers play the default of players who are late, and never beside their own move."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from application.settings import Settings
from application.store_url import queue_beside
from application.table_cache import TableCache
from application.world import RealWorld
from domain.games import GAMES
from domain.judging.actors import ByPlayer
from domain.table.clock_events import AutopilotEngaged, DefaultPlayed, TimedOut
from domain.table.clocks import Bank
from domain.table.commands import Leave
from domain.table.end_events import TableClosed
from domain.table.state import Closed, Running
from store import keyspace
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.jobs import JOBS
from store.tables.deadlines import RedisDeadlines
from store.tables.log import RedisEventLog
from tests.support.players.fixed_world import FixedWorld
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.tables.party import Party, started
from workers.composition.loops import run_alone
from workers.composition.timers import timers_loop
from workers.timers import Timers

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def sweeping(url: str) -> AsyncIterator[None]:
    """The clock runs, in a process' worth of its own connections and caches."""
    task = asyncio.create_task(
        run_alone(
            timers_loop,
            Settings(
                redis_url=url, store_seconds=PATIENCE, queue_url=queue_beside(url), scrub_hours=0
            ),
        )
    )
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def is_closed(party: Party) -> bool:
    return isinstance((await party.live()).state, Closed)


async def closed(party: Party) -> TableClosed:
    await eventually(lambda: is_closed(party))
    last = (await party.events())[-1]
    assert isinstance(last, TableClosed)
    return last


async def test_a_table_of_any_game_left_alone_plays_by_defaults_until_it_is_abandoned(
    server: EmbeddedServer, tables: TableCache
) -> None:
    fewest = {key: game.seats[0] for key, game in GAMES.items()}
    parties = {
        key: await started(tables, clock=1, size=seats, game=key) for key, seats in fewest.items()
    }
    async with sweeping(server.url):
        for key, party in parties.items():
            assert (await closed(party)).reason == "abandoned", key
    for key, party in parties.items():
        events, seats = await party.events(), range(fewest[key])
        late = [(e.seat, e.running) for e in events if isinstance(e, TimedOut)]
        assert sorted(late) == [(seat, time) for seat in seats for time in (1, 2, 3)], key
        assert {e.seat for e in events if isinstance(e, AutopilotEngaged)} == {*seats}, key


async def test_a_table_whose_banks_are_empty_is_played_to_its_end(
    server: EmbeddedServer, tables: TableCache
) -> None:
    party = await started(tables, clock=Bank(1), size=2, game="bug_race")
    async with sweeping(server.url):
        assert (await closed(party)).reason == "finished"
    events = await party.events()
    assert [e.running for e in events if isinstance(e, TimedOut)] == [1, 1]
    assert {e.reason for e in events if isinstance(e, AutopilotEngaged)} == {"bank_empty"}


async def test_the_clock_plays_at_once_for_those_who_have_left(
    server: EmbeddedServer, tables: TableCache
) -> None:
    party = await started(tables, clock=60)
    for seat in (1, 2):
        await party.ask(ByPlayer(party.players[seat]), Leave(seat=seat))
    async with sweeping(server.url), asyncio.timeout(PATIENCE):
        while isinstance((await party.live()).state, Running):
            if await _asked(party) == 0:
                await party.play(0)
            await asyncio.sleep(0.005)  # the clock plays
    events = await party.events()
    last = events[-1]
    assert isinstance(last, TableClosed)
    assert last.reason == "finished"
    assert {e.seat for e in events if isinstance(e, DefaultPlayed)} == {1, 2}
    assert not any(isinstance(e, TimedOut) for e in events)


async def _asked(party: Party) -> int | None:
    try:
        return await party.active()
    except ValueError:
        return None


async def test_without_a_clock_nobody_is_ever_late(
    client: PipelinedClient, tables: TableCache
) -> None:
    party = await started(tables, clock=None)
    before = len(await party.events())
    assert await Timers(RedisDeadlines(client), tables).call_time() == 0
    assert len(await party.events()) == before


async def test_a_table_that_fails_does_not_stop_the_others(
    client: PipelinedClient, tables: TableCache, caplog: pytest.LogCaptureFixture
) -> None:
    earlier = TableCache(tables.log, FixedWorld(RealWorld().now() - 60_000))
    broken, sound = [await started(earlier, clock=1) for _ in range(2)]
    await client.execute("HSET", keyspace.meta(broken.table), "h", b"\0" * 32)
    fresh = TableCache(RedisEventLog(client), RealWorld())
    assert await Timers(RedisDeadlines(client), fresh).call_time() == 2
    assert any(isinstance(event, TimedOut) for event in await sound.events())
    assert not any(isinstance(event, TimedOut) for event in await broken.events())
    assert broken.table in caplog.text


async def test_chores_that_come_round_are_asked_for(
    server: EmbeddedServer, client: PipelinedClient
) -> None:
    queue = PipelinedClient(queue_beside(server.url), PATIENCE)
    task = asyncio.create_task(
        run_alone(
            timers_loop,
            Settings(
                redis_url=server.url,
                store_seconds=PATIENCE,
                queue_url=queue_beside(server.url),
                scrub_hours=24,
            ),
        )
    )
    try:
        await eventually(lambda: queue.execute("LLEN", f"rq:queue:{JOBS}"))
        assert 0 < await queue.execute("TTL", "ludotheque:every:scrub") <= 24 * 3600
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        await queue.aclose()
