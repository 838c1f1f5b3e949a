"""Two processes compared with one: the cap of two cores, and the rows of each arrangement."""

import os

import pytest

from tests.bench.measures.two_processes import HAPROXY, ONE, RANDOM, ROUTED, by_time, cap, rows
from tests.bench.sampling import Sample

ALONE = Sample(4_000.0, {"web": 200.0, "store": 60.0, "client": 40.0})


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})


def test_two_cores_are_shared_with_the_store_and_the_client() -> None:
    assert cap(ALONE) == pytest.approx(2 * 200 / 300)
    assert cap(ALONE, proxy=100.0) == pytest.approx(2 * 200 / 400)


def test_two_processes_are_at_most_twice_as_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)))
    assert cap(ALONE) == 2.0


def test_the_share_by_time_counts_more_work_and_idle_cores_as_a_loss() -> None:
    dearer = Sample(0.0, {"web": 260.0, "store": 70.0, "client": 45.0}, idle=0.1)
    assert by_time([dearer], [ALONE]) == pytest.approx([0.9 * 300 / 375])


def test_every_arrangement_has_its_costs_and_only_routed_ones_have_targets() -> None:
    both = Sample(4_800.0, {"web": 210.0, "store": 60.0, "client": 40.0})
    proxied = Sample(4_000.0, {**both.micros, "proxy": 50.0})
    found = rows({ONE: [ALONE] * 3, ROUTED: [both] * 3, RANDOM: [both] * 3, HAPROXY: [proxied] * 3})
    by_name = {row.name.strip(): row for row in found}
    assert by_name[f"processes: {ROUTED} ÷ one, API CPU per command"].value == pytest.approx(1.05)
    assert by_name[f"{HAPROXY}: proxy per command"].value == 50.0
    assert {row.name.split(" ÷")[0] for row in found if row.target == 1.1} == {
        f"processes: {ROUTED}",
        f"processes: {HAPROXY}",
    }


def test_without_haproxy_its_row_says_so() -> None:
    found = rows({ONE: [ALONE] * 3, ROUTED: [ALONE] * 3})
    assert [row.verdict for row in found if row.skipped] == ["skipped: HAProxy is not installed"]
