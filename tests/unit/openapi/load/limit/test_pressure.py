"""Shares of busy time between two readings."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from openapi.load.limit.pressure import TICKS, Reading, machine_seconds, shares, store_seconds

BEFORE = Reading(at=100.0, cpu=5.0, late=1.0, probes=10, slow=1, api=20.0, store=3.0, disk=2.0)
AFTER = Reading(at=110.0, cpu=7.0, late=2.0, probes=110, slow=11, api=29.0, store=4.0, disk=2.5)


def test_each_part_has_the_share_of_the_time_that_it_worked() -> None:
    assert shares([BEFORE, AFTER]) == pytest.approx(
        {"generator": 0.2, "api": 0.9, "store": 0.1, "disk": 0.05, "event_loop": 0.0}
    )


def test_a_generator_that_is_late_without_work_is_busy_too() -> None:
    assert shares([BEFORE, replace(AFTER, late=9.0)])["generator"] == 0.8


def test_probes_that_wait_for_an_idle_api_show_a_blocked_event_loop() -> None:
    blocked = replace(AFTER, api=21.0, slow=81)
    assert shares([BEFORE, blocked])["event_loop"] == pytest.approx(0.7)


def test_the_machine_says_how_long_its_processors_work(tmp_path: Path) -> None:
    file = tmp_path / "stat"
    file.write_text("cpu  100 0 100 700 100 0 0 0 0 0\ncpu0 …\n")
    assert machine_seconds(file) == pytest.approx(200 / TICKS / (os.cpu_count() or 1))
    assert machine_seconds(tmp_path / "none") is None


def test_what_is_not_measured_is_left_out() -> None:
    silent = replace(AFTER, api=None, store=None, disk=None, probes=10, slow=1)
    assert shares([BEFORE, silent]) == {"generator": 0.2}


def test_without_processor_time_a_slow_api_is_not_told_from_a_blocked_one() -> None:
    silent = replace(AFTER, api=None, slow=81)
    assert shares([replace(BEFORE, api=None), silent])["api"] == 0.8
    assert "event_loop" not in shares([replace(BEFORE, api=None), silent])


def test_the_store_says_how_long_it_works_and_writes() -> None:
    facts = {"eventloop_duration_sum": 5_000_000, "eventloop_duration_aof_sum": 2_000_000}
    assert store_seconds(facts) == (3.0, 2.0)
    assert store_seconds({"redis_version": "6.2"}) == (None, None)  # it does not report it


def test_a_server_that_did_not_report_in_time_is_measured_where_it_did() -> None:
    middle = Reading(at=105.0, cpu=6.0, late=1.0, probes=60, slow=5, api=24.0)
    silent = replace(AFTER, api=None)
    assert shares([BEFORE, middle, silent])["api"] == 0.8
    assert shares([BEFORE]) == {}
