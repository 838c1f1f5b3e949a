"""The server process of `serve` is killed again and again: no deadline is late afterwards."""

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from application.settings import Settings
from openapi.load.own_server import UNLIMITED
from tests.prove.lost_time import Decided, decisions
from tests.prove.proof import Proof, Show
from tests.support.paths import ROOT
from tests.support.players.callers import calling
from tests.support.servers.processes import until
from tests.support.servers.serve_process import ServeProcess
from tests.support.tables.http_table import HttpTable, start_tables
from workers.supervisor.address import why_not_ready
from workers.supervisor.lock import started_at
from workers.supervisor.process import LONGEST_DELAY

CLOCK = 2  # seconds per decision
TABLES = 6
LATE, LATE_ON_A_BUSY_MACHINE = 5.0, 30.0  # seconds that the server was up and did not call time
FULL = 200
# What a server does before it works.
READY = [sys.executable, "-c", "import workers.server"]
KILLS_PER_ROUND = 10
PARTS = 2  # the server and the worker


def attempt(count: int, show: Show) -> str:
    rng = random.Random(count)
    tables: list[HttpTable] = []
    down: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory(prefix="killed-") as directory:
        serve = ServeProcess(Path(directory) / "var", env=UNLIMITED).ready()
        try:
            with calling(serve.url) as http:
                for n in range(count):
                    if n % KILLS_PER_ROUND == 0:
                        show(f"{n} kills")
                        until(lambda: answers(serve))
                        tables += start_tables(http, TABLES, clock=CLOCK)
                    down.append(killed_and_back(serve, rng))
                time.sleep(CLOCK)
                until(lambda: on_time(http))
            url = f"unix://{serve.var}/store/server.sock?db=0"
            found, overdue = asyncio.run(decisions(url, tables))
            delays = restart_delays(serve)
            assert serve.stop() == 0
        finally:
            serve.kill_all()
    assert found, "no decision timed out: nothing was proved"
    late = max(lateness(each, down) for each in (*found, *overdue))
    most = LATE if count >= FULL else LATE_ON_A_BUSY_MACHINE
    assert late <= most, f"{late:.1f} s late, although the server was up"
    assert len(delays) >= count
    assert max(delays) <= LONGEST_DELAY
    return (
        f"{count} kills of the server, {len(found)} time-outs at {len(tables)} tables: none later"
        f" than {late:.1f} s, restarted after {max(delays):g} s at most"
    )


def killed_and_back(serve: ServeProcess, rng: random.Random) -> tuple[float, float]:
    """Kill the server after a moment; return when, and when a process restarted since is ready.

    On a busy machine a process takes long to become ready: another one that loads the same shows
    how long.
    """
    time.sleep(rng.choice((0.2, 0.5, 1.0, CLOCK, 2 * CLOCK)) * rng.random())
    before = serve.children()[0]
    killed = time.time()
    os.kill(before, signal.SIGKILL)
    until(lambda: is_back(serve, before))
    subprocess.run(READY, check=True, cwd=ROOT)
    return killed, time.time()


def is_back(serve: ServeProcess, before: int) -> bool:
    now = serve.children()
    return len(now) == PARTS and now[0] != before and bool(started_at(now[0]))


def answers(serve: ServeProcess) -> bool:
    return why_not_ready(Settings(port=serve.port)) is None


def on_time(http: httpx.Client) -> bool:
    try:
        lines = http.get("/metrics").text.splitlines()
    except httpx.TransportError:
        return False
    name = "ludotheque_clock_lateness_seconds "
    return float(next(line for line in lines if line.startswith(name)).split()[1]) < 0.5


def restart_delays(serve: ServeProcess) -> list[float]:
    found = re.findall(
        r"server was killed \(SIGKILL\); restarting it in ([\d.]+) s", serve.output()
    )
    return [float(each) for each in found]


def lateness(one: Decided, down: list[tuple[float, float]]) -> float:
    """Return for how long after the deadline the server was up and did not call time."""
    overlaps = (min(one.called, ready) - max(one.deadline, killed) for killed, ready in down)
    return one.called - one.deadline - sum(max(0.0, overlap) for overlap in overlaps)


PROOF = Proof(
    claim="no deadline is 5 s late after a restart of the server, however often it is killed",
    full=FULL,
    sample=1,
    attempt=attempt,
)
