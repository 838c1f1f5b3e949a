"""The simulation finds what was wrong before, when the fix is taken out, and nothing else."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.simulation import mutants
from tests.simulation.run import Plan, simulate

MOST_SEEDS = 5


class Hunt(NamedTuple):
    """A fix, how to take it out, where to look, and what must be found."""

    mutant: Callable[[], mutants.Mutant]
    plan: Plan
    found: str
    first: int = 1  # the first seed that is tried


def plan(*kinds: str, pause: float, **fields: object) -> Plan:
    return Plan(0, kinds=kinds, fault_pause=pause, **fields)  # type: ignore[arg-type]


HUNTS = {
    "notices are dropped while a receiver fails": Hunt(
        mutants.dropped_notices,
        plan(
            "bad_receiver",
            pause=0.7,
            seconds=6,
            tables=4,
            think=0.05,
            clocks=(None,),
            players=8,
            hooks=8,
        ),
        "was dropped",
    ),
    "receivers that do not answer delay everybody": Hunt(
        mutants.one_queue_for_all,
        plan(
            pause=9.0,
            seconds=12,
            tables=6,
            think=0.5,
            clocks=(None,),
            players=14,
            hooks=14,
            tarpits=9,
        ),
        "s late",
    ),
    "a process that ran well waits for its restart": Hunt(
        mutants.patient_restarts,
        plan("kill_timers", pause=1.5, seconds=30, tables=6, think=1.0, clocks=(3,), hooks=0),
        "s late",
    ),
    "the supervisor gives up a store that is killed again": Hunt(
        mutants.store_given_up,
        plan("kill_store_again", pause=2.0, seconds=6, tables=4, think=0.5, clocks=(5,), hooks=0),
        "the store was not started again",
    ),
    "a jump of the store's clock is taken for an outage": Hunt(
        mutants.believed_clocks,
        plan("store_clock", pause=12.0, seconds=25, tables=6, think=1.5, clocks=(3,), hooks=0),
        "its deadline was moved by",
        first=4,
    ),
    "a heartbeat of the future hides an outage": Hunt(
        mutants.beats_of_the_future,
        plan(
            "store_clock",
            "kill_apis",
            pause=3.0,
            seconds=60,
            tables=6,
            think=1.0,
            clocks=(2,),
            players=14,
            hooks=0,
        ),
        "timed out early",
    ),
    "downtime of the API is not given back": Hunt(
        mutants.workers_that_beat,
        plan("kill_apis", pause=3.0, seconds=15, tables=5, think=1.0, clocks=(5,), hooks=0),
        "timed out early",
    ),
    "a command that is repeated is carried out twice": Hunt(
        mutants.forgotten_keys,
        plan("bad_network", pause=0.5, seconds=3, tables=4, think=0.1, clocks=(None,), hooks=0),
        "times",
    ),
    "a process shows an old state of a table": Hunt(
        mutants.stale_reads,
        plan(pause=9.0, seconds=4, tables=4, think=0.05, clocks=(None,), hooks=0),
        "was shown before",
    ),
    "an event shows the hand of another seat": Hunt(
        mutants.open_hands,
        plan(pause=9.0, seconds=4, tables=4, think=0.05, clocks=(None,), hooks=0, reading=0.02),
        "shows [b'",
    ),
    "a commit is acknowledged before its row is saved": Hunt(
        mutants.rows_not_saved,
        plan(
            "cut_connections", pause=0.5, seconds=3, tables=8, think=0.05, clocks=(None,), hooks=0
        ),
        "rows were behind",
    ),
}


IN_CI = {
    "the supervisor gives up a store that is killed again",
    "downtime of the API is not given back",
}


@pytest.mark.parametrize(
    "name",
    [each if each in IN_CI else pytest.param(each, marks=pytest.mark.long) for each in HUNTS],
)
def test_a_fix_that_is_taken_out_is_missed(name: str) -> None:
    hunt = HUNTS[name]
    for seed in range(hunt.first, hunt.first + MOST_SEEDS):
        with hunt.mutant():
            found = simulate(hunt.plan.with_seed(seed)).problems
        if any(hunt.found in problem for problem in found):
            break
    else:
        pytest.fail(f"not found with {MOST_SEEDS} seeds")
    assert simulate(hunt.plan.with_seed(seed)).problems == []
