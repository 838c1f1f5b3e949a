"""A whole installation: a store, its processes under the real restart policy, and a network."""

import asyncio
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from math import inf
from random import Random
from typing import Any
from unittest.mock import patch

from api.asgi.middleware import Middleware
from application.ports.world import SteadyClock
from application.settings import Settings
from application.webhooks.resolving import DnsResolver
from domain.judging.outage_evidence import Reading
from store import connect, stores
from store.client.base import StoreClient
from store.heartbeat import RedisHeartbeat
from tests.simulation.jobs import Queues, SimulatedJobs
from tests.simulation.loop import CURRENT, START, Process, Trace, VirtualLoop
from tests.simulation.processes import APIS, WORKERS, run_api, simulated_sender, worker
from tests.simulation.receivers import Receivers, resolve
from tests.simulation.store.connections import SCHEME, served
from tests.simulation.store.engine import Engine
from tests.simulation.store.server import SimulatedServer
from tests.simulation.store_keeper import StoreKeeper
from tests.simulation.truth import Truth
from tests.simulation.world import EPOCH
from workers.composition import webhooks
from workers.supervisor.process import ChildProcess
from workers.supervisor.supervisor import TICK

URL = f"{SCHEME}store"
SETTINGS = Settings(redis_url=URL, queue_url=f"{SCHEME}queue", cached_tables=200)
KILLED = -9


class Child:
    """One run of a process, as `subprocess.Popen` shows it to the supervisor."""

    def __init__(self, process: Process, pid: int) -> None:
        self.process = process
        self.pid = pid

    def poll(self) -> int | None:
        return None if self.process.alive else KILLED


class Installation:
    def __init__(self, loop: VirtualLoop, rng: Random, trace: Trace) -> None:
        self.loop = loop
        self.trace = trace
        self.rng = rng
        self.store_skew = 0.0
        self.engine = Engine(self.store_ms, loop.time)
        self.server = SimulatedServer(self.engine, loop.outside.context)
        self.truth = Truth(self.engine)
        self.server.on_reply = self.truth.observe
        self.server.on_batch = self._trace_batch
        self.keeper = StoreKeeper(loop, self.server, Random(rng.random()))
        self.queues = Queues()
        self.receivers = Receivers(Random(rng.random()))
        self.running: dict[str, Process] = {}
        self.apis: dict[str, Middleware] = {}  # those that answer
        self.held_until: dict[str, float] = {}  # processes that cannot start before
        self.deaths: defaultdict[str, list[float]] = defaultdict(list)  # when, by name
        self.ended: list[str] = []  # processes that ended by themselves, which none should
        self.children = {name: ChildProcess(name, [name], _quiet) for name in (*APIS, *WORKERS)}
        self._pids = 0

    def store_ms(self) -> int:
        return round((EPOCH + self.loop.time() - START + self.store_skew) * 1000)

    @contextmanager
    def patched(self) -> Iterator[None]:
        """Let the product find this installation where it looks for the machine."""
        with ExitStack() as stack:
            stack.enter_context(served(URL, self.server))
            jobs = lambda *_, **__: SimulatedJobs(self.queues)  # noqa: E731
            stack.enter_context(patch.object(connect, "RqJobs", jobs))
            stack.enter_context(patch.object(stores, "RedisHeartbeat", _heartbeat))
            sender = simulated_sender(self.receivers)
            stack.enter_context(patch.object(webhooks, "Sender", sender))
            stack.enter_context(patch.object(DnsResolver, "__call__", resolve))
            stack.enter_context(patch.object(subprocess, "Popen", self._spawn))
            yield

    async def supervise(self) -> None:
        """Start every process, and restart what has ended by the policy of the supervisor."""
        self.keeper.tick()
        for child in self.children.values():
            child.start({})
        while True:
            await asyncio.sleep(TICK)
            self.keeper.tick()
            for child in self.children.values():
                child.restart_if_ended({})

    def kill(self, name: str) -> bool:
        process = self.running.get(name)
        if process is None or not process.alive:
            return False
        self.loop.kill(process)
        return True

    def hold(self, name: str, until: float = inf) -> None:
        """Kill a process and keep it from running."""
        self.held_until[name] = until
        self.kill(name)

    def _spawn(self, arguments: list[str], **_: Any) -> Child:
        name = arguments[-1]
        process = Process(f"{name}.{self._pids}")
        process.on_death = lambda: self._died(name, process)
        self._pids += 1
        self.running[name] = process
        self.trace.add(f"start {process.name}")
        delay = self.rng.uniform(0.3, 0.9)
        self.loop.call_later(delay, self._begin, name, process, context=process.context.copy())
        return Child(process, self._pids)

    def _begin(self, name: str, process: Process) -> None:
        if self.held_until.get(name, 0.0) > self.loop.time():
            self.loop.kill(process)
            return
        if name in APIS:
            work = run_api(name, SETTINGS, lambda api: self.apis.__setitem__(name, api))
        else:
            work = worker(name, SETTINGS, self.queues)
        task = self.loop.start(process, work)
        task.add_done_callback(lambda done: self._ended(process, done), context=process.context)

    def _ended(self, process: Process, task: "asyncio.Task[None]") -> None:
        self.ended.append(f"{process.name}: {task.exception()!r}")
        self.loop.kill(process)

    def _died(self, name: str, process: Process) -> None:
        self.trace.add(f"end {process.name}")
        self.deaths[name].append(self.loop.time())
        self.apis.pop(name, None)
        for session in [s for s in self.server.sessions if s.owner is process]:
            session.abort()

    def _trace_batch(self, session: Any, batch: list[list[bytes]]) -> None:
        self.trace.add(f"{session.owner.name} {len(batch)} {batch[0][0]!r} {batch[-1][-1][:40]!r}")


class _SteadyClock(SteadyClock):
    """All processes run on one machine, whose steady clock no jump changes."""

    def read(self) -> Reading:
        return Reading("machine", round(asyncio.get_running_loop().time() * 1000))


def _heartbeat(client: StoreClient, is_api: bool = False) -> RedisHeartbeat:
    """Return the heartbeat of a process, under the name of this process."""
    name = CURRENT.get().name.replace(".", "-")
    return RedisHeartbeat(client, is_api, name, _SteadyClock())


def _quiet(message: str) -> None:
    return
