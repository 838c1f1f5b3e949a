"""Samples of servers under load: quotients, and the time of a process by its name."""

import pytest

from tests.bench import process_usage, sampling
from tests.bench.sampling import Load, Sample, cpu, micros, quotients, rate, sample

pytestmark = pytest.mark.anyio
OURS = [Sample(100.0, {"web": 300.0}), Sample(80.0, {"web": 400.0})]
THEIRS = [Sample(200.0, {"web": 100.0}), Sample(100.0, {"web": 100.0})]


def test_quotients_compare_the_same_round() -> None:
    assert quotients(OURS, THEIRS, rate) == [0.5, 0.8]
    assert quotients(OURS, THEIRS, cpu("web")) == [3.0, 4.0]


def test_rounds_of_different_numbers_are_not_compared() -> None:
    with pytest.raises(ValueError, match="shorter"):
        quotients(OURS, THEIRS[:1], rate)


def test_a_row_is_the_median_of_a_process_with_its_spread() -> None:
    row = micros("web", [*OURS, Sample(1.0, {"web": 800.0})], "web")
    assert (row.value, row.unit, row.spread) == (400.0, "µs", 125.0)


async def test_processor_time_is_divided_by_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = {7: iter([1.0, 1.5]), 8: iter([0.0, 0.25])}
    monkeypatch.setattr(process_usage, "cpu_seconds", lambda pid: next(spent[pid]))

    class Rounds:
        answers = 1_000

        def __init__(self, connections: object) -> None: ...

        async def run(self, seconds: float) -> float:
            return self.answers / seconds

    monkeypatch.setattr(sampling, "Round", Rounds)
    taken = await sample(Load([], {"web": 7, "store": 8}), 2.0)
    assert taken == Sample(500.0, {"web": 500.0, "store": 250.0})
