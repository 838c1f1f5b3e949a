"""A fixed set of seeds holds every promise, and a seed gives the same run to the byte."""

import os
import subprocess
import sys

import pytest

from tests.simulation.__main__ import search
from tests.simulation.faults import KINDS
from tests.simulation.run import Plan, simulate
from tests.support.paths import TESTS

SHORT = Plan(0, seconds=3.0, tables=20, players=40, hooks=12)
ONE_SEED = """
from tests.simulation.run import simulate
from tests.simulation.test_seeds import SHORT
print(simulate(SHORT.with_seed(11)).digest)
"""


@pytest.mark.parametrize("seed", range(1, 4))
def test_a_seed_holds_every_promise(seed: int) -> None:
    outcome = simulate(SHORT.with_seed(seed))
    assert outcome.problems == []
    assert outcome.stored > 100
    assert outcome.acknowledged > 50


def test_all_faults_together_break_no_promise() -> None:
    outcome = simulate(Plan(5, seconds=4.0, tables=20, players=40, hooks=12, kinds=KINDS))
    assert outcome.problems == []
    assert outcome.faults > 10


def test_a_seed_gives_the_same_run_in_another_process() -> None:
    """Not even the order of sets of strings, which differs from process to process, matters."""
    digests = {
        subprocess.run(
            [sys.executable, "-c", ONE_SEED],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(TESTS.parent)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_another_seed_gives_another_run() -> None:
    plan = Plan(0, seconds=0.5, tables=2, players=8, hooks=0, kinds=())
    assert simulate(plan.with_seed(1)).digest != simulate(plan.with_seed(2)).digest


def test_a_search_reports_what_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Plan, "seconds", 0.5)
    said: list[str] = []
    [outcome] = search(3, None, None, said.append)
    assert outcome.problems == []
    assert said[0].startswith("seed 3: ")
    assert "per minute of CPU" in said[-1]
