"""Appends per second of the log alone, with fsync, by 64 concurrent writers."""

import asyncio
import time

import uvloop

from application.ports.event_log import Appended, EventLog
from application.world import RealWorld, new_id
from domain.games import GAMES
from domain.judging.commit import Commit
from openapi.load.own_server import own_store
from store.connect import Store
from tests.bench.result import Result, Show, of_rounds
from tests.bench.servers.histories import finished
from tests.support.servers.processes import PATIENCE

WRITERS = 64
EVENTS = 4  # of a typical command
ROUNDS = 5
SECONDS = 0.6
HEAD = bytes(32)


class Writer:
    """Appends real events to a table of its own, without judging anything."""

    def __init__(self, log: EventLog, events: list[bytes]) -> None:
        self._log = log
        self._world = RealWorld()
        self._events = events
        self._table = new_id(self._world)
        self._version = 0

    async def write_until(self, deadline: float) -> int:
        count = 0
        while time.perf_counter() < deadline:
            await self._append()
            count += 1
        return count

    async def _append(self) -> None:
        at = self._version % (len(self._events) - EVENTS)
        commit = Commit(
            table=self._table,
            expected=self._version,
            head=HEAD,
            events=tuple(self._events[at : at + EVENTS]),
            next_head=HEAD,
            id=self._world.fresh(16),
            record=b'{"at":"2026-01-01T12:00:00.000Z","by":"aaaaaaaaaaaaaaaaaaaaaaaaaa"}',
            seed=HEAD if self._version == 0 else None,
        )
        reply = await self._log.append(commit)
        assert isinstance(reply, Appended)
        self._version = reply.last


def measure(show: Show) -> list[Result]:
    with own_store() as server:
        rates = uvloop.run(_rates(server.url))
    appends = of_rounds(f"log: appends by {WRITERS} writers, fsync always", rates, "/s")
    show(f"{appends.measured} appends")
    events = [EVENTS * rate for rate in rates]
    return [appends, of_rounds(f"  events, {EVENTS} to an append", events, "/s")]


async def _rates(url: str) -> list[float]:
    game = next(iter(GAMES.values()))
    events = finished(game, game.seats[0], 0).stored()
    async with await Store(url, PATIENCE, is_api=True).start() as store:
        writers = [Writer(store.log, events) for _ in range(WRITERS)]
        return [await _round(writers) for _ in range(ROUNDS)]


async def _round(writers: list[Writer]) -> float:
    began = time.perf_counter()
    counts = await asyncio.gather(*(each.write_until(began + SECONDS) for each in writers))
    return sum(counts) / (time.perf_counter() - began)
