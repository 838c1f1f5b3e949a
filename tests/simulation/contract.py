"""The simulated store for the contract tests, which also run on real servers."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.simulation.store.connections import SCHEME, served
from tests.simulation.store.engine import Engine
from tests.simulation.store.server import SimulatedServer

SIMULATED = "simulated"


class Simulated:
    """What a contract test needs to know of a server."""

    url = f"{SCHEME}contract"
    pid: int | None = None


@contextmanager
def simulated() -> Iterator[Simulated]:
    engine = Engine(lambda: time.time_ns() // 1_000_000, time.monotonic)
    with served(Simulated.url, SimulatedServer(engine)):
        yield Simulated()
