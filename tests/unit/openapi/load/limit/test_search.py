"""The search for the limit, with servers whose limit is known."""

from collections.abc import Callable
from itertools import count

import pytest

from openapi.load.limit.search import LEAST, PRECISION, REPETITIONS, Knee, search
from openapi.play.driving import perform


def searched(held: Callable[[float], bool], most: float = 4000.0) -> tuple[Knee, list[float]]:
    tried: list[float] = []

    def send(rate: float) -> bool:
        tried.append(rate)
        return held(rate)

    return perform(search(8.0, most), send), tried


@pytest.mark.parametrize("limit", [0.7, 5.0, 8.0, 100.0, 1234.5])
def test_the_knee_is_next_below_the_limit(limit: float) -> None:
    knee, tried = searched(lambda rate: rate <= limit)
    assert limit / (1 + PRECISION) <= knee.holds <= limit
    assert knee.fails is not None
    assert limit < knee.fails <= knee.holds * (1 + PRECISION) + 1e-9
    assert tried[-REPETITIONS:] == [knee.holds] * REPETITIONS == [knee.holds] * knee.repetitions


def test_rates_are_doubled_and_then_bisected() -> None:
    _, tried = searched(lambda rate: rate <= 50)
    assert tried[:5] == [8, 16, 32, 64, 64]  # what fails is tried again
    assert tried[5] == 48


def test_a_server_that_bears_everything_is_tried_up_to_the_most() -> None:
    knee, tried = searched(lambda _: True, most=100)
    assert (knee, tried) == (
        Knee(100, None, REPETITIONS),
        [8, 16, 32, 64, 100] + [100] * REPETITIONS,
    )


def test_a_server_that_bears_nothing_has_no_limit() -> None:
    knee, tried = searched(lambda _: False)
    assert knee == Knee(0.0, LEAST)
    assert min(tried) == LEAST


def test_one_failure_by_chance_does_not_end_the_doubling() -> None:
    number = count()
    knee, _ = searched(lambda rate: rate <= 100 and next(number) != 1)
    assert knee.holds > 90


def test_a_knee_that_does_not_hold_again_is_lowered() -> None:
    seen: list[float] = []

    def held(rate: float) -> bool:
        seen.append(rate)
        return rate <= 80 or (rate <= 100 and seen.count(rate) == 1)  # at first by chance

    knee, _ = searched(held)
    assert 76 < knee.holds <= 80
    assert knee.repetitions == REPETITIONS
