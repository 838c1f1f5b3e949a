"""How busy the generator, the API, its event loop, the store and its disk are during a run."""

import asyncio
import os
import random
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
from redis.asyncio import Redis
from redis.exceptions import RedisError

from openapi.load.limit.cause import API, DISK, GENERATOR, LOOP, MACHINE, STORE
from openapi.play.document import Document

TICK_SECONDS, USUAL_SECONDS = 0.01, 0.001  # a tick, and how late it is on an idle machine
PROBE_SECONDS = 0.1  # mean pause between two probes
SLOW_SECONDS = 0.01  # a probe that takes longer has waited for the event loop
STORE_SECONDS = 2.0
ALIVE = "isAlive"
IDLE, TICKS = slice(3, 5), os.sysconf("SC_CLK_TCK")  # of /proc/stat: idle, and waiting for a disk

rng = random.Random()  # noqa: S311 - not for secrets


@dataclass(frozen=True)
class Reading:
    """Seconds that each part has worked since its start; None if it is not measured."""

    at: float
    cpu: float  # of this process
    late: float  # by which its event loop was late
    probes: int
    slow: int  # of the probes
    api: float | None = None
    store: float | None = None
    disk: float | None = None
    machine: float | None = None  # of each of its processors


def shares(readings: Sequence[Reading]) -> dict[str, float]:
    """Return the share of the time that each part worked from the first reading to the last.

    A server that is too busy to report its figures in time is measured where it did.
    """
    if len(readings) < 2:
        return {}
    before, after = readings[0], readings[-1]
    took = max(1e-3, after.at - before.at)
    found = {GENERATOR: max(after.cpu - before.cpu, after.late - before.late) / took}
    for name in (API, STORE, DISK, MACHINE):
        known = [
            (each.at, worked) for each in readings if (worked := getattr(each, name)) is not None
        ]
        if len(known) > 1:
            (first, least), (last, most) = known[0], known[-1]
            found[name] = (most - least) / max(1e-3, last - first)
    if after.probes > before.probes:
        waited = (after.slow - before.slow) / (after.probes - before.probes)
        if API in found:
            found[LOOP] = waited - found[API]  # probes also wait for a busy API
        else:
            found[API] = waited  # whether it works or is blocked is not known
    return {name: round(min(1.0, max(0.0, share)), 3) for name, share in found.items()}


def store_seconds(facts: Mapping[str, object]) -> tuple[float | None, float | None]:
    """Return for how long the store has worked, and has written its log, by its INFO."""
    total, log = (facts.get(f"eventloop_duration_{part}") for part in ("sum", "aof_sum"))
    if not isinstance(total, int) or not isinstance(log, int):
        return None, None
    return (total - log) / 1e6, log / 1e6


def machine_seconds(file: Path = Path("/proc/stat")) -> float | None:
    """Return for how long the mean processor of this machine has worked; None if not on Linux."""
    try:
        ticks = [int(field) for field in file.read_text().split("\n", 1)[0].split()[1:9]]
    except OSError:
        return None
    return (sum(ticks) - sum(ticks[IDLE])) / TICKS / (os.cpu_count() or 1)


class Pressure:
    """Measures while it is entered; without the URL of the store, all but the store."""

    def __init__(self, http: httpx.AsyncClient, document: Document, store: str | None) -> None:
        self._http, self._document = http, document
        self._store = Redis.from_url(store, socket_timeout=STORE_SECONDS) if store else None
        self.readings: list[Reading] = []
        self._late, self._probes, self._slow = 0.0, 0, 0

    async def __aenter__(self) -> "Pressure":
        self._tasks = [asyncio.create_task(each) for each in (self._tick(), self._probe())]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._store is not None:
            await self._store.aclose()

    async def read(self, api: float | None) -> dict[str, float]:
        """Add a reading; return the shares since the last one."""
        store, disk = await self._store_seconds()
        worked = time.monotonic(), time.process_time(), self._late, self._probes, self._slow
        self.readings.append(Reading(*worked, api, store, disk, machine_seconds()))
        return shares(self.readings[-2:])

    async def _tick(self) -> None:
        now = asyncio.get_running_loop().time
        while True:
            due = now() + TICK_SECONDS
            await asyncio.sleep(TICK_SECONDS)
            self._late += max(0.0, now() - due - USUAL_SECONDS)

    async def _probe(self) -> None:
        """Ask for something that needs neither the store nor work, at random moments."""
        request = self._document.request(ALIVE)
        while True:
            await asyncio.sleep(rng.expovariate(1 / PROBE_SECONDS))
            began, late = time.monotonic(), self._late
            with suppress(httpx.HTTPError):
                await self._http.request(request.method, request.path)
            self._probes += 1
            self._slow += time.monotonic() - began - (self._late - late) > SLOW_SECONDS

    async def _store_seconds(self) -> tuple[float | None, float | None]:
        try:
            return store_seconds(await self._store.info("stats", "debug") if self._store else {})
        except RedisError:
            return None, None
