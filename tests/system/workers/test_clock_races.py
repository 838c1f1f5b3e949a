"""Each decision ends exactly once, though players move at the last moment and timers die."""

import asyncio
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.codec import RecordedEvent
from domain.kernel.ids import millis
from domain.kernel.refusals import Rejected
from domain.table.clock_events import DeadlineMoved, DecisionOpened, TimedOut
from domain.table.state import Running
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.tables.log import RedisEventLog
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.tables.party import Party, elsewhere, started

pytestmark = pytest.mark.anyio

TABLES, QUESTIONS = 200, 2
CLOCK = 2  # seconds per decision
KILLED = 3


class Pollers:
    """Two processes of `ludotheque work timers`; one after the other is killed and replaced."""

    def __init__(self, server: EmbeddedServer) -> None:
        urls = {"LUDOTHEQUE_REDIS_URL": server.url, "LUDOTHEQUE_QUEUE_URL": server.queue_url}
        self._env = os.environ | urls
        self._living = [self._begin() for _ in range(2)]
        self.killed = 0

    def _begin(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "workers", "work", "timers"]
        return subprocess.Popen(command, env=self._env, stderr=subprocess.DEVNULL)

    def kill_one(self) -> None:
        oldest = self._living.pop(0)
        oldest.kill()
        oldest.wait()
        self.killed += 1
        self._living.append(self._begin())

    def end(self) -> None:
        for each in self._living:
            each.kill()
            each.wait()


@asynccontextmanager
async def pollers(server: EmbeddedServer) -> AsyncIterator[Pollers]:
    running = Pollers(server)

    async def kill() -> None:
        for _ in range(KILLED):  # and then no more, so that it ends on the slowest machine
            await asyncio.sleep(0.6 * CLOCK)
            await asyncio.to_thread(running.kill_one)

    killing = asyncio.create_task(kill())
    try:
        yield running
    finally:
        killing.cancel()
        await asyncio.gather(killing, return_exceptions=True)
        running.end()


async def play_at_the_bell(party: Party, rng: random.Random) -> list[int]:
    """Answer the first questions around their deadlines, or not at all.

    The versions at which an answer was accepted.
    """
    counted: list[int] = []
    while (decision := await _question(party)) is not None and decision[0] <= QUESTIONS:
        number, deadline = decision
        ahead = deadline + rng.randint(-12, 12) - RealWorld().now()
        await asyncio.sleep(max(0, ahead) / 1000)
        if rng.random() < 0.8:
            counted += await _played(party)
        await eventually(lambda number=number: _past(party, number))  # type: ignore[misc]
    return counted


async def _question(party: Party) -> tuple[int, int] | None:
    state = (await party.live()).state
    if not isinstance(state, Running) or state.decision is None:
        return None
    assert state.decision.deadline is not None
    return state.decision.number, millis(state.decision.deadline)


async def _played(party: Party) -> list[int]:
    """Answer whatever is asked by now."""
    try:
        receipt = await party.play()
    except (Rejected, IndexError):  # too late, or no longer asked
        return []
    return [receipt.events[0].recorded.version]


async def _past(party: Party, number: int) -> bool:
    asked = await _question(party)
    return asked is None or asked[0] > number


def endings(history: list[RecordedEvent]) -> list[list[RecordedEvent]]:
    """What happened after each question until the next was put."""
    found: list[list[RecordedEvent]] = []
    for recorded in history:
        if isinstance(recorded.event, DecisionOpened):
            found.append([])
        elif found:
            found[-1].append(recorded)
    return found


def deadlines(history: list[RecordedEvent]) -> list[tuple[int, int]]:
    """When each time-out was told, and the deadline it was told of."""
    told, deadline = [], ""
    for recorded in history:
        event = recorded.event
        if isinstance(event, DecisionOpened | DeadlineMoved):
            deadline = event.deadline or ""
        elif isinstance(event, TimedOut):
            told.append((millis(recorded.at), millis(deadline)))
    return told


async def test_each_decision_ends_exactly_once(server: EmbeddedServer, tables: TableCache) -> None:
    parties = [await started(tables, CLOCK) for _ in range(TABLES)]
    clients = [PipelinedClient(server.url, PATIENCE) for _ in range(2)]
    guests = [
        elsewhere(RedisEventLog(clients[n % 2]), RealWorld(), party)
        for n, party in enumerate(parties)
    ]
    async with pollers(server) as clocks:
        counted = await asyncio.gather(
            *[play_at_the_bell(guest, random.Random(n)) for n, guest in enumerate(guests)]
        )
        assert clocks.killed >= 1
    ends: Counter[str] = Counter()
    for guest, accepted in zip(guests, counted, strict=True):
        history = await guest.history()
        assert [recorded.version for recorded in history] == list(range(1, len(history) + 1))
        assert all(at >= deadline for at, deadline in deadlines(history))
        for ending in endings(history)[:QUESTIONS]:
            plays = sum(each.event.type == "gumball_rally.card_played" for each in ending)
            late = sum(isinstance(each.event, TimedOut) for each in ending)
            in_time = sum(each.version in accepted for each in ending)
            assert (plays, late + in_time) == (1, 1)
            ends["late" if late else "in time"] += 1
    for client in clients:
        await client.aclose()
    assert ends["late"] > TABLES // 10  # or it would have proved nothing
    assert sum(ends.values()) == TABLES * QUESTIONS
