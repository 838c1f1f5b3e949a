"""One run of a seed: an installation, clients and faults for a while, quiet, then the checks."""

import asyncio
import gc
import logging
import time
from dataclasses import dataclass, field
from random import Random

from tests.simulation.clients import Crowd, Habits
from tests.simulation.installation import Installation
from tests.simulation.loop import VirtualLoop
from tests.simulation.record import Record
from tests.simulation.spectators import Spectators
from tests.simulation.trace import Trace
from tests.simulation.web_client import Network
from tests.simulation.world import virtual_world


@dataclass
class Outcome:
    seed: int
    digest: str
    commands: int = 0
    stored: int = 0
    requests: int = 0
    faults: int = 0
    tables: int = 0
    virtual_seconds: float = 0.0
    cpu_seconds: float = 0.0
    problems: list[str] = field(default_factory=list)
    trace: list[str] | None = None


def simulate(seed: int, seconds: float = 40.0, keep_trace: bool = False) -> Outcome:
    began = time.process_time()
    rng = Random(seed)
    loop = VirtualLoop(Random(rng.random()))
    trace = Trace(loop.time, keep_trace)
    logging.disable(logging.CRITICAL)
    gc.disable()
    outcome = Outcome(seed, "")
    try:
        with virtual_world(loop, Random(rng.random())):
            asyncio.set_event_loop(loop)
            loop.run_until_complete(_run(loop, rng, trace, seconds, outcome))
    finally:
        loop.bury()
        asyncio.set_event_loop(None)
        gc.enable()
        logging.disable(logging.NOTSET)
    outcome.digest, outcome.trace = trace.digest(), trace.lines
    outcome.cpu_seconds = time.process_time() - began
    return outcome


async def _run(
    loop: VirtualLoop, rng: Random, trace: Trace, seconds: float, outcome: Outcome
) -> None:
    installation = Installation(loop, Random(rng.random()), trace)
    record = Record(installation.truth)
    network = Network(Random(rng.random()))
    habits = Habits(0.05, 0.02, 0.03, 0.1, 0.02, 0.05, 0.2, (None, 8, 20))
    crowd = Crowd(installation, network, record, habits, Random(rng.random()))
    with installation.patched():
        supervisor = asyncio.create_task(installation.supervise())
        await asyncio.sleep(2.0)
        await crowd.gather(60)
        spectators = Spectators(crowd)
        work = [asyncio.create_task(crowd.keep_playing()) for _ in range(40)]
        work += [asyncio.create_task(spectators.keep_reading(0.5)) for _ in range(4)]
        await asyncio.sleep(seconds)
        crowd.playing = False
        await asyncio.sleep(15.0)
        supervisor.cancel()
        for task in work:
            if task.done() and task.exception() is not None:
                raise task.exception()
        for name in list(installation.running):
            installation.kill(name)
    outcome.commands = record.commands
    outcome.requests = record.requests
    outcome.stored = sum(len(t.commits) for t in installation.truth.tables.values())
    outcome.tables = len(installation.truth.tables)
    outcome.virtual_seconds = loop.time()
    outcome.problems = [*record.problems, *installation.truth.problems, *installation.ended,
                        *map(str, loop.failures)]
