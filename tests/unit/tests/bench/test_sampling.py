"""Samples of servers under load: quotients, and the time of a process by its name."""

from types import SimpleNamespace

import pytest

from tests.bench import process_usage, sampling
from tests.bench.interleaved import FEWEST
from tests.bench.result import Result
from tests.bench.sampling import (
    Load,
    Sample,
    cpu,
    micros,
    quietest,
    quotients,
    rate,
    sample,
    sample_in_turn,
    under_load,
)

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


class Rounds:
    """Rounds without connections: so many answers, and no time."""

    answers = 1_000

    def __init__(self, connections: object) -> None: ...

    async def run(self, seconds: float) -> float:
        return self.answers / seconds


async def test_processor_time_is_divided_by_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = {7: iter([1.0, 1.5]), 8: iter([0.0, 0.25])}
    monkeypatch.setattr(process_usage, "cpu_seconds", lambda pid: next(spent[pid]))
    monkeypatch.setattr(sampling, "Round", Rounds)
    taken = await sample(Load([], {"web": 7, "store": 8}), 2.0)
    assert (taken.rate, taken.micros) == (500.0, {"web": 500.0, "store": 250.0})
    assert (taken.total, taken.at_rest) == (750.0, 0.0)


async def test_what_processes_do_later_counts_and_what_they_do_anyway_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, spent = [0.0], [0.0]
    waits: list[float] = []

    async def settled() -> None:
        """Let four seconds pass; after the round, a worker is busy for one of them."""
        clock[0] += 4.0
        spent[0] += len(waits) * 1.0
        waits.append(clock[0])

    monkeypatch.setattr(process_usage, "cpu_seconds", lambda _: spent[0])
    monkeypatch.setattr(sampling, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(sampling, "Round", Rounds)
    taken = await sample(Load([], {"worker": 7}, settled, {"worker": 0.1}), 2.0)
    assert waits == [4.0, 8.0]
    assert taken.at_rest == pytest.approx(400.0)
    assert taken.micros == {"worker": pytest.approx(600.0)}


def test_the_quietest_rounds_count_in_the_order_of_their_time() -> None:
    shares = [(0.5, 0.0), (0.0, 0.01), (0.3, 0.2), (0.02, 0.0)]
    taken = [{"a": Sample(n, {}, a), "b": Sample(n, {}, b)} for n, (a, b) in enumerate(shares)]
    assert [each["a"].rate for each in quietest(taken, 2)] == [1, 3]
    assert [each["a"].rate for each in quietest(taken, 3)] == [1, 2, 3]


@pytest.mark.parametrize(("others", "rounds"), [(0.0, 4), (0.5, 8)])
async def test_rounds_are_repeated_if_other_programs_were_busy(
    monkeypatch: pytest.MonkeyPatch, others: float, rounds: int
) -> None:
    made = []

    async def one(load: Load, seconds: float) -> Sample:
        made.append(load)
        return Sample(1.0, {}, others)

    monkeypatch.setattr(sampling, "sample", one)
    taken = await sample_in_turn({"a": Load([], {})}, 4, 0.1, lambda _: None)
    assert (len(made), len(taken["a"])) == (1 + rounds, 4)


async def test_no_further_round_begins_when_the_time_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def one(load: Load, seconds: float) -> Sample:
        return Sample(1.0, {})

    monkeypatch.setattr(sampling, "sample", one)
    taken = await sample_in_turn({"a": Load([], {})}, 9, 0.1, lambda _: None, limit=-1.0)
    assert len(taken["a"]) == FEWEST


def test_rows_carry_the_load_of_the_rounds_that_they_come_from() -> None:
    taken = {"a": [Sample(1.0, {}, share) for share in (0.1, 0.3, 0.2)]}
    assert [row.others for row in under_load([Result("x", 1.0)], taken)] == [0.2]
