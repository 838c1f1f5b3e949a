"""What replaying costs: a window of views of a table of 9,000 events, and one `state` frame."""

import time
from collections.abc import Sequence
from random import Random
from statistics import quantiles

import httpx
import uvloop

from api.streaming.event_frames import StateFrames
from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.decision_clock import awaited
from domain.judging.live_table import LiveTable
from domain.table.state import Running
from openapi.load.own_server import own_store, web_process
from store.connect import Store
from tests.bench import process_usage
from tests.bench.result import Result, Show, of_rounds
from tests.bench.servers import stored_tables
from tests.support.servers.processes import PATIENCE

GAME, SEATS, LENGTH = "gasterospeed", 6, 9_000
WINDOW = 256  # versions that the page loads at once
JUMPS, WARM_UP = 60, 5
TARGET = 50  # ms
FRAMES = 200
WITHOUT_LIMITS = {"LUDOTHEQUE_WORK_PER_TOKEN": "off", "LUDOTHEQUE_WORK_PER_ADDRESS": "off"}


def measure(show: Show) -> list[Result]:
    with own_store() as store:
        live = uvloop.run(_long_table(store.url, show))
        command, address = ["api"], "/health/ready"
        with web_process(command, address, store.url, WITHOUT_LIMITS) as (port, pid):
            jumps = _jumps(port, pid, live, WINDOW)
            steps = _jumps(port, pid, live, 1)
    return [
        *_results("replay: a window of 256 views", jumps),
        *_results("one view", steps),
        *_frames(live),
    ]


async def _long_table(url: str, show: Show) -> LiveTable:
    """Play a table of 9,000 events and return it."""
    async with await Store(url, PATIENCE, is_api=True).start() as store:
        tables, rng = TableCache(store.log, RealWorld(), snapshots=store.snapshots), Random(1)
        live = await stored_tables.started(tables, SEATS, GAME)
        show(f"playing a championship to {LENGTH:,} events")
        while live.version < LENGTH:
            await stored_tables.move(tables, live, rng)
        await tables.past.aclose()
        return live


def _jumps(port: int, pid: int, live: LiveTable, size: int) -> Sequence[tuple[float, float]]:
    """Return wall and processor seconds of loading windows at random places of the table."""
    rng, costs = Random(2), []
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as http:
        for _ in range(WARM_UP + JUMPS):
            first = rng.randrange((live.version - size) // size) * size + 1
            began, before = time.perf_counter(), process_usage.cpu_seconds(pid)
            query = {"from": first, "to": first + size - 1}
            answer = http.get(f"/v1/tables/{live.table}/views", params=query).raise_for_status()
            costs.append((time.perf_counter() - began, process_usage.cpu_seconds(pid) - before))
            assert len(answer.text.splitlines()) == size + 1
    return costs[WARM_UP:]


def _results(name: str, costs: Sequence[tuple[float, float]]) -> list[Result]:
    wall, processor = ([1e3 * each[of] for each in costs] for of in (0, 1))
    return [
        Result(f"{name}, 95th percentile", quantiles(wall, n=20)[-1], "ms", TARGET, "at most"),
        of_rounds("  median", wall, "ms"),
        of_rounds("  processor time of the API", processor, "ms"),
    ]


def _frames(live: LiveTable) -> list[Result]:
    """Measure the frame of a seat that must decide, with its actions, and of a spectator."""
    assert isinstance(live.state, Running)
    seats = {"a seat that decides": min(awaited(live.state)), "a spectator": None}
    results = []
    for name, seat in seats.items():
        micros = []
        for _ in range(FRAMES):
            began = time.process_time()
            frame = StateFrames().frame(live, seat, "en", {})
            micros.append(1e6 * (time.process_time() - began))
        results.append(of_rounds(f"state frame, {name}", micros, "µs"))
        results.append(Result("  its size", len(frame), "bytes"))
    return results
