"""Rounds in turn: rates by processor time, and quotients of neighbours."""

from collections.abc import Iterator

import pytest

from tests.bench import interleaved
from tests.bench.interleaved import FEWEST, rate, rates, ratios, rounds_within


class Processor:
    """A processor clock that only work moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.done: list[str] = []

    def process_time(self) -> float:
        return self.now

    def work(self, name: str, seconds: Iterator[float], units: float) -> interleaved.Work:
        def run() -> float:
            self.now += next(seconds)
            self.done.append(name)
            return units

        return run


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch) -> Processor:
    found = Processor()
    monkeypatch.setattr(interleaved, "time", found)
    return found


def each(seconds: float) -> Iterator[float]:
    while True:
        yield seconds


def test_a_rate_is_units_by_processor_time(processor: Processor) -> None:
    assert rate(processor.work("a", each(0.5), 3.0), 2.0) == 6.0
    assert processor.done == ["a"] * 4


def test_work_that_takes_longer_than_the_round_counts_with_its_own_time(
    processor: Processor,
) -> None:
    assert rate(processor.work("a", each(4.0), 8.0), 1.0) == 2.0


def test_every_work_runs_once_in_each_round_after_a_first_run(processor: Processor) -> None:
    works = {name: processor.work(name, each(1.0), 1.0) for name in ("a", "b")}
    assert rates(works, rounds=2, seconds=1.0) == {"a": [1.0, 1.0], "b": [1.0, 1.0]}
    assert processor.done == ["a", "b"] * 3


def test_ratios_are_of_neighbours_in_time() -> None:
    measured = {"ours": [10.0, 30.0], "theirs": [5.0, 10.0]}
    assert ratios(measured, "ours", "theirs") == [2.0, 3.0]


def test_rounds_end_with_the_time_but_there_are_always_some() -> None:
    assert list(rounds_within(60.0, 5)) == [0, 1, 2, 3, 4]
    assert len(list(rounds_within(-1.0, 9))) == FEWEST
