"""What the cores do: time of this process and of its children is the bench's own."""

import os
from pathlib import Path

import pytest

from tests.bench import machine
from tests.bench.machine import Reading, Usage, described, usage


def test_what_is_neither_idle_nor_own_belongs_to_other_programs() -> None:
    used = usage(Reading(100.0, 50.0, 10.0), Reading(110.0, 52.0, 14.0))
    assert used == pytest.approx(Usage(own=0.4, others=0.4, idle=0.2))
    assert not used.quiet


def test_a_coarse_clock_makes_no_share_negative() -> None:
    used = usage(Reading(100.0, 50.0, 10.0), Reading(101.0, 50.5, 10.6))
    assert used.others == 0.0
    assert used.quiet


def test_descendants_count_as_own_and_their_ended_children_with_them(tmp_path: Path) -> None:
    (tmp_path / "stat").write_text("cpu  500 0 300 9000 200 0 0 0 0 0\ncpu0 1 2\n")
    times = {os.getpid(): (1, 10), 90_001: (os.getpid(), 20), 90_002: (90_001, 30), 90_003: (1, 99)}
    for pid, (parent, ticks) in times.items():
        folder = tmp_path / str(pid)
        folder.mkdir()
        spent = f"{ticks} 1 2 3"  # user, system, and the same of ended children
        (folder / "stat").write_text(f"{pid} (a (b) c) S {parent} 1 1 0 -1 0 0 0 0 0 {spent} 20 0")
    found = machine.read(tmp_path)
    own = (10 + 20 + 30 + 3 * 6) / machine.TICKS
    assert found == Reading(10_000 / machine.TICKS, 9_200 / machine.TICKS, own)


def test_a_read_of_this_machine_counts_this_process() -> None:
    found = machine.read()
    assert 0 < found.own < found.total


def test_a_busy_machine_is_called_so() -> None:
    assert described(Usage(0.1, 0.3, 0.6)).endswith("NOT IDLE")
    assert described(Usage(0.7, 0.02, 0.28)).endswith(": idle")
