"""The shape of a run: the planned rate at each moment."""

import pytest

from openapi.load.plan.shape import Shape

SECONDS, RATE = 100.0, 10.0


@pytest.mark.parametrize(
    ("name", "shares"),
    [
        ("steady", (1, 1, 1, 1)),
        ("soak", (1, 1, 1, 1)),
        ("ramp", (0, 0.3, 0.5, 1)),
        ("step", (0.25, 0.5, 0.75, 1)),
        ("spike", (0.2, 0.2, 1, 0.2)),
    ],
)
def test_each_shape_has_its_share_of_the_highest_rate(name: str, shares: tuple[float, ...]) -> None:
    shape = Shape(name, SECONDS)
    assert tuple(shape.share(at) for at in (0, 30, 50, 100)) == pytest.approx(shares)


@pytest.mark.parametrize(
    ("name", "whole"), [("steady", 1.0), ("ramp", 0.5), ("step", 0.625), ("spike", 0.36)]
)
def test_the_plan_has_as_many_events_as_the_shape_allows(name: str, whole: float) -> None:
    shape, at, events = Shape(name, SECONDS), 0.0, 0
    while (at := shape.due(at, 1.0, RATE)) <= SECONDS:
        events += 1
    assert events == pytest.approx(whole * RATE * SECONDS, abs=2)


def test_a_ramp_that_begins_at_nothing_begins_all_the_same() -> None:
    first = Shape("ramp", SECONDS).due(0.0, 1.0, RATE)
    assert first == pytest.approx(4.47, abs=0.1)  # the square root of 20
    assert Shape("ramp", SECONDS).due(-3.0, 1.0, RATE) == pytest.approx(first, abs=0.2)
