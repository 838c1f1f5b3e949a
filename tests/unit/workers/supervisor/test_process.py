"""The pause before a restart: none after a good run, longer after every bad start."""

import itertools
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from workers.supervisor.process import LONGEST_DELAY, WELL_SECONDS, ChildProcess

POPEN = "workers.supervisor.process.subprocess.Popen"
LONGEST_LATENESS = 5.0  # seconds; a start takes some of them


class FakeProcess:
    pids = itertools.count(1)

    def __init__(self) -> None:
        self.pid = next(self.pids)
        self.code: int | None = None

    def poll(self) -> int | None:
        return self.code


class Bench:
    """A child process on a clock of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self.reports: list[str] = []
        self.running: FakeProcess | None = None
        monkeypatch.setattr("workers.supervisor.process.time.monotonic", lambda: self.now)
        monkeypatch.setattr(POPEN, self.popen)
        self.child = ChildProcess("timers", ["workers"], self.reports.append)

    def popen(self, *_: Any, **__: Any) -> "subprocess.Popen[bytes]":
        self.running = FakeProcess()
        return self.running  # type: ignore[return-value]

    def delay_after(self, ran: float) -> float:
        """Kill the process after it ran for so long; return the pause until it was restarted."""
        assert self.running is not None
        self.now += ran
        self.running.code = -9
        ended, before = self.now, self.running.pid
        self.child.restart_if_ended({})
        while self.running.pid == before:
            self.child.restart_if_ended({})
            self.now += 0.01
        return self.now - ended


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    bench = Bench(monkeypatch)
    bench.child.start({})
    return bench


def test_a_process_that_ran_well_is_restarted_at_once(bench: Bench) -> None:
    for _ in range(20):
        assert bench.delay_after(WELL_SECONDS) < 0.05
    assert "timers was killed (SIGKILL); restarting it in 0 s" in bench.reports


def test_a_process_that_ends_soon_waits_longer_each_time(bench: Bench) -> None:
    delays = [bench.delay_after(0.5) for _ in range(20)]
    assert delays[0] < 0.3 < delays[1] < delays[2] < delays[3]
    assert delays[-1] == pytest.approx(LONGEST_DELAY, abs=0.05)
    assert LONGEST_DELAY < LONGEST_LATENESS / 2


def test_one_good_run_makes_up_for_all_bad_starts(bench: Bench) -> None:
    for _ in range(20):
        bench.delay_after(0.5)
    assert bench.delay_after(WELL_SECONDS) < 0.05
    assert bench.delay_after(0.5) < 0.3


def test_a_system_without_room_for_a_process_is_tried_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    popen: Callable[..., Any] = bench.popen
    failures = iter([OSError(12, "Cannot allocate memory")] * 2)

    def failing(*_: Any, **__: Any) -> Any:
        for failure in failures:
            raise failure
        return popen()

    monkeypatch.setattr(POPEN, failing)
    bench.delay_after(WELL_SECONDS)
    assert len([line for line in bench.reports if "Cannot allocate memory" in line]) == 2
