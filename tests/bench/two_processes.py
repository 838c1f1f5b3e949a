"""Two API processes on one store: what a command costs, compared with one process.

The client routes each table to one process, as a proxy in front would.
"""

import os
from statistics import median

import uvloop

from openapi.load.own_server import own_store, web_process
from tests.bench.connections import TableConnection
from tests.bench.result import Result, Show, of_rounds
from tests.bench.sampling import Load, Sample, cpu, quotients, rate, sample_in_turn

CONNECTIONS = 64
ROUNDS, SECONDS = 8, 0.8
TARGET, CAP_TARGET = 1.1, 0.9
ONE, TWO = "one process", "two processes"


def measure(show: Show) -> list[Result]:
    with (
        own_store() as store,
        web_process(["api"], "/health/ready", store.url) as (first, one),
        web_process(["api"], "/health/ready", store.url) as (second, other),
    ):
        assert store.pid is not None
        pids = {"web": one, "other": other, "store": store.pid, "client": os.getpid()}
        ports = {ONE: (first, first), TWO: (first, second)}
        loads = {
            name: Load([TableConnection(chosen[n % 2]) for n in range(CONNECTIONS)], pids)
            for name, chosen in ports.items()
        }
        taken = uvloop.run(sample_in_turn(loads, ROUNDS, SECONDS, show))
    alone, both = ([_together(each) for each in taken[name]] for name in (ONE, TWO))
    cost = quotients(both, alone, cpu("web"))
    return [
        of_rounds("two processes: API CPU per command ÷ one", cost, "", TARGET, "at most"),
        of_rounds("  commands/s ÷ one", quotients(both, alone, rate)),
        of_rounds("  the same ÷ its cap on two cores", _of_cap(both, alone), "", CAP_TARGET),
    ]


def _together(sample: Sample) -> Sample:
    """Return the sample with the time of both API processes as one."""
    spent = sample.micros
    return Sample(sample.rate, {**spent, "web": spent["web"] + spent["other"]})


def _of_cap(both: list[Sample], alone: list[Sample]) -> list[float]:
    """Return the gained rate as a share of what two cores allow: 2 A ÷ (A + S + C)."""
    costs = {
        name: median(each.micros[name] for each in alone) for name in ("web", "store", "client")
    }
    cap = 2 * costs["web"] / sum(costs.values())
    return [gained / cap for gained in quotients(both, alone, rate)]
