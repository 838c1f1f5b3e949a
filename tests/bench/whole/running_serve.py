"""A real `ludotheque serve`: its processes by name, and the processor time that they spend."""

import asyncio
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from prometheus_client.parser import text_string_to_metric_families

from application.ports.feeds import READERS
from openapi.load.own_server import HOST, whole_server
from tests.bench import process_usage
from tests.bench.machine import PROC, parents

STORE, SUPERVISOR, SERVER, JOBS = "store", "supervisor", "server", "jobs"
PARTS = (SERVER, STORE, JOBS, SUPERVISOR)
BEHIND = re.compile(r"_lag_|_public_log_lateness_")  # metrics that are 0 when nothing is left to do
START_SECONDS = 60.0
IDLE_SECONDS = 5.0
BUSY = 0.05  # share of a core; a process that uses more is starting or working
LOOK_SECONDS = 1.0  # between two looks at the metrics, each of which costs the API milliseconds


class NotWhole(RuntimeError):
    """A process of the server is missing, or does not come to rest."""


@dataclass(frozen=True)
class RunningServe:
    port: int
    pids: Mapping[str, int]  # of all parts

    async def settled(self) -> None:
        """Return when the workers have processed every commit, for the public log, too."""
        async with httpx.AsyncClient(base_url=f"http://{HOST}:{self.port}") as http:
            while is_behind((await http.get("/metrics")).raise_for_status().text):
                await asyncio.sleep(LOOK_SECONDS)

    def shares(self, seconds: float = IDLE_SECONDS) -> dict[str, float]:
        """Let time pass; return the share of a core that each process uses."""
        return process_usage.shares(self.pids, seconds)


@contextmanager
def running_serve() -> Iterator[RunningServe]:
    """Run `ludotheque serve` on an empty store; yield it once all of its processes are at rest."""
    with whole_server() as (port, pid):
        deadline = time.monotonic() + START_SECONDS
        while (pids := processes_of(pid)).keys() != set(PARTS):
            _wait(deadline, f"only {', '.join(pids)} are running")
        serve = RunningServe(port, pids)
        while max((used := serve.shares(1.0)).values()) > BUSY:
            _wait(deadline, f"not at rest: {used}")
        yield serve


def is_behind(metrics: str) -> bool:
    """Return whether a worker has still to process what was committed."""
    families = text_string_to_metric_families(metrics)
    left = [one.value for each in families for one in each.samples if BEHIND.search(one.name)]
    assert len(left) >= len(READERS), "the metrics do not show how far the workers are"
    return any(left)


def _wait(deadline: float, problem: str) -> None:
    if time.monotonic() > deadline:
        raise NotWhole(problem)
    time.sleep(LOOK_SECONDS)


def processes_of(supervisor: int, proc: Path = PROC) -> dict[str, int]:
    """Return a supervisor and the processes that it has started, by their names."""
    children = [pid for pid, parent in parents(proc).items() if parent == supervisor]
    return {_name(proc / str(pid) / "cmdline"): pid for pid in [*children, supervisor]}


def _name(command_line: Path) -> str:
    """Return which part of the server this is: all but the store are `python -m …`."""
    _, _, words = command_line.read_text().strip("\0").partition("\0-m\0")
    match words.split("\0"):
        case ["workers", "work", worker]:
            return worker
        case ["workers", "serve"]:
            return SUPERVISOR
    return STORE
