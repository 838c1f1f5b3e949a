"""One run of a seed: an installation, clients and faults for a while, quiet, then the checks."""

import asyncio
import gc
import logging
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from domain.table.clocks import Bank, Correspondence, Fischer, Pace
from tests.simulation.availability import Availability
from tests.simulation.checks.acks import check_acks
from tests.simulation.checks.deadlines import check_deadlines
from tests.simulation.checks.projections import check_projections
from tests.simulation.checks.webhooks import check_punctual, check_webhooks
from tests.simulation.clients import Crowd, Habits
from tests.simulation.faults import KINDS, Faults
from tests.simulation.installation import URL, Installation
from tests.simulation.loop import Process, Trace, VirtualLoop
from tests.simulation.processes import APIS
from tests.simulation.record import Record
from tests.simulation.spectators import Spectators
from tests.simulation.web_client import Network
from tests.simulation.world import virtual_world

PACES: tuple[tuple[Pace, ...], ...] = (
    (None, 5),
    (3, 10),
    (5, "rules"),
    (Fischer(6, 2), Bank(20), Correspondence(1)),
)
START_SECONDS = 2.0  # until every process runs
QUIET_SECONDS = 8.0  # without faults, before the checks
WRITERS = ("timers", *APIS)  # they go on without clients
SETTLE_SECONDS = 2.0  # after these are held, so that the checks compare what no longer changes
LATE_SECONDS = 10.0  # more, if the store may execute a read after its consumer has left


@dataclass
class Plan:
    """What a seed stands for; any part can be set for a test."""

    seed: int
    seconds: float = 40.0
    tables: int = 100
    players: int = 150
    hooks: int = 40  # players with webhooks
    tarpits: int = 0  # webhooks of each of them to a host that never answers in time
    kinds: tuple[str, ...] | None = None  # of faults; None: some, by the seed
    fault_pause: float = 0.1  # seconds between two faults, on average
    think: float | None = None
    clocks: tuple[Pace, ...] | None = None
    reading: float = 0.2  # seconds between two readings of a spectator, on average
    keep_trace: bool = False

    def with_seed(self, seed: int) -> "Plan":
        return replace(self, seed=seed)


@dataclass
class Outcome:
    plan: Plan
    digest: str = ""
    commands: int = 0  # sent by clients, or stored for bots and by the timers
    stored: int = 0
    requests: int = 0
    acknowledged: int = 0
    delivered: int = 0
    timed_out: int = 0
    faults: int = 0
    tables: int = 0
    virtual_seconds: float = 0.0
    cpu_seconds: float = 0.0
    problems: list[str] = field(default_factory=list)
    trace: list[str] | None = None


def simulate(plan: Plan) -> Outcome:
    """Run a plan; the same plan has the same outcome, to the byte of its trace."""
    began = time.process_time()
    rng = Random(plan.seed)
    loop = VirtualLoop(Random(rng.random()))
    trace = Trace(loop.time, plan.keep_trace)
    outcome = Outcome(plan)
    logging.disable(logging.CRITICAL)
    gc.disable()
    try:
        with virtual_world(loop, Random(rng.random())):
            asyncio.set_event_loop(loop)
            loop.run_until_complete(Run(loop, plan, rng, trace, outcome).run())
    finally:
        loop.bury()
        asyncio.set_event_loop(None)
        gc.enable()
        logging.disable(logging.NOTSET)
    outcome.digest, outcome.trace = trace.digest(), trace.lines
    outcome.cpu_seconds = time.process_time() - began
    return outcome


class Run:
    def __init__(
        self, loop: VirtualLoop, plan: Plan, rng: Random, trace: Trace, outcome: Outcome
    ) -> None:
        self._loop, self._plan, self._rng, self._outcome = loop, plan, rng, outcome
        self.installation = Installation(loop, Random(rng.random()), trace)
        self.record = Record(self.installation.truth)
        network = Network(Random(rng.random()), slow=0.002)
        self.availability = Availability(self.installation)
        kinds = plan.kinds
        if kinds is None:
            kinds = tuple(kind for kind in KINDS if rng.random() < 0.5)
        self.faults = Faults(
            self.installation, network, self.availability, kinds, Random(rng.random())
        )
        crowd_rng = Random(rng.random())
        self.crowd = Crowd(self.installation, network, self.record, self._habits(), crowd_rng)
        self._end = 0.0

    def _habits(self) -> Habits:
        rng, plan = self._rng, self._plan
        return Habits(
            think=plan.think or rng.choice((0.02, 0.05, 0.1)),
            absent=rng.choice((0.0, 0.01, 0.05)),
            doubled=rng.choice((0.0, 0.03, 0.1)),
            stale=rng.choice((0.0, 0.05)),
            reused=rng.choice((0.0, 0.02)),
            leaving=rng.choice((0.0, 0.05)),
            bots=rng.choice((0.0, 0.2, 0.4)),
            clock=plan.clocks or rng.choice(PACES),
        )

    async def run(self) -> None:
        with self.installation.patched():
            background = [
                asyncio.create_task(self.installation.supervise()),
                asyncio.create_task(self.availability.watch()),
            ]
            await self._play()
            await self._calm_down()
            problems = await self._in_a_process(self._check())
            for task in background:
                if task.done():
                    task.result()  # raises what ended it
                task.cancel()
            for process in list(self._loop.known):
                self._loop.kill(process)
        self._count()
        self._outcome.problems = problems

    async def _play(self) -> None:
        plan = self._plan
        await asyncio.sleep(START_SECONDS)
        await self.crowd.gather(plan.players)
        await self.crowd.add_webhooks(plan.hooks, plan.tarpits)
        readers = Spectators(self.crowd)
        work = [asyncio.create_task(self.crowd.keep_playing()) for _ in range(plan.tables)]
        work += [asyncio.create_task(readers.keep_reading(plan.reading)) for _ in range(3)]
        work += [asyncio.create_task(self.faults.keep_failing(plan.fault_pause))]
        await asyncio.sleep(plan.seconds)
        self.crowd.playing = False
        for task in work:
            if task.done() and (why := task.exception()) is not None:
                raise why  # a mistake of the simulation itself

    async def _calm_down(self) -> None:
        self.faults.heal()
        more = LATE_SECONDS if self.availability.late_requests else 0.0
        await asyncio.sleep(QUIET_SECONDS + more)
        self._end = self._loop.time()
        self.availability.look(self._end)
        for name in WRITERS:
            self.installation.hold(name)
        await asyncio.sleep(SETTLE_SECONDS)

    async def _check(self) -> list[str]:
        truth = self.installation.truth
        problems = [*self.record.problems, *truth.problems, *self.installation.ended]
        problems += [str(failure) for failure in self._loop.failures]
        if not self.installation.server.up:
            return [*problems, "the store was not started again"]
        problems += check_acks(truth, self.record)
        problems += check_deadlines(truth, self.availability, self._end)
        problems += await check_projections(URL, len(truth.tables))
        owners = [player.id for player in self.crowd.players]
        receivers = self.installation.receivers
        problems += await check_webhooks(URL, truth, receivers, owners)
        deaths = self.installation.deaths["webhooks"]
        problems += check_punctual(truth, receivers, self.availability, deaths)
        return problems

    async def _in_a_process(self, work: Coroutine[Any, Any, list[str]]) -> list[str]:
        found: list[str] = await self._loop.start(Process("checker"), work)
        return found

    def _count(self) -> None:
        outcome, truth, record = self._outcome, self.installation.truth, self.record
        commits = [commit for table in truth.tables.values() for commit in table.commits]
        by_others = sum(commit.key is None and commit.first > 1 for commit in commits)
        outcome.commands = record.commands + by_others
        outcome.stored = len(commits)
        outcome.requests = record.requests
        outcome.acknowledged = len(record.acks)
        outcome.delivered = len(self.installation.receivers.received)
        outcome.timed_out = sum(commit.by == "clock" for commit in commits)
        outcome.faults = self.faults.count
        outcome.tables = len(truth.tables)
        outcome.virtual_seconds = self._loop.time()
