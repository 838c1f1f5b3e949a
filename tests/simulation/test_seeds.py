"""A fixed set of seeds holds every promise, and a seed gives the same run to the byte."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from application.settings import Settings
from tests.simulation.__main__ import search
from tests.simulation.faults import KINDS
from tests.simulation.loop import VirtualLoop
from tests.simulation.mutants import store_given_up
from tests.simulation.run import Plan, simulate
from tests.simulation.world import virtual_world

ROOT = Path(__file__).parents[2]
SHORT = Plan(0, seconds=3.0, tables=20, players=40, hooks=12)
ONE_SEED = """
import sys
from tests.simulation.run import Plan, simulate
print(simulate(Plan(11, seconds=float(sys.argv[1]), tables=10, players=30, hooks=8)).digest)
"""


@pytest.mark.parametrize("seed", [1, 3, 4, 8])
def test_a_seed_holds_every_promise(seed: int) -> None:
    outcome = simulate(SHORT.with_seed(seed))
    assert outcome.problems == []
    assert outcome.stored > 100
    assert outcome.acknowledged > 50


def test_all_faults_together_break_no_promise() -> None:
    outcome = simulate(Plan(5, seconds=4.0, tables=20, players=40, hooks=12, kinds=KINDS))
    assert outcome.problems == []
    assert outcome.faults > 10


@pytest.mark.parametrize("seconds", ["0.5", pytest.param("2", marks=pytest.mark.long)])
def test_a_seed_gives_the_same_run_in_another_process(seconds: str) -> None:
    """Not even the order of sets of strings, which differs from process to process, matters."""
    digests = {
        subprocess.run(
            [sys.executable, "-c", ONE_SEED, seconds],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_settings_in_the_environment_do_not_change_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that waited longer for the store delivered notices late."""
    monkeypatch.setenv("LUDOTHEQUE_STORE_SECONDS", "30")
    loop = VirtualLoop(Random(1))
    with virtual_world(loop, Random(1)):
        assert Settings.from_environment() == Settings.from_environment({})
    loop.bury()
    assert Settings.from_environment().store_seconds == 30


def test_another_seed_gives_another_run() -> None:
    plan = Plan(0, seconds=0.5, tables=2, players=8, hooks=0, kinds=())
    assert simulate(plan.with_seed(1)).digest != simulate(plan.with_seed(2)).digest


def test_a_search_goes_on_until_a_seed_fails() -> None:
    said: list[str] = []
    tiny = Plan(3, seconds=0.5, tables=2, players=8, hooks=0, kinds=())
    [outcome] = search(tiny, None, said.append)
    assert outcome.problems == []
    assert said[0].startswith("seed 3: ")
    assert "per minute of CPU" in said[-1]
    broken = Plan(3, seconds=3, tables=2, players=8, hooks=0, kinds=("kill_store_again",))
    with store_given_up():
        *_, last = search(broken, 60.0, said.append)
    assert "the store was not started again" in last.problems
