"""What gave way first, by recorded shares of busy time."""

import pytest

from openapi.load.limit.cause import SENTENCES, UNMEASURED, cause, explained

IDLE = {"generator": 0.2, "api": 0.15, "store": 0.05, "disk": 0.1, "event_loop": 0.0}


@pytest.mark.parametrize(
    ("changed", "name"),
    [
        ({"api": 0.97, "generator": 0.6}, "api"),
        ({"store": 0.92}, "store"),
        ({"disk": 0.88, "store": 0.1}, "disk"),
        ({"event_loop": 0.7, "api": 0.2}, "event_loop"),
        ({"generator": 0.95, "api": 0.97}, "generator"),
        ({}, "unknown"),
        ({"machine": 1.0}, "machine"),
        ({"machine": 1.0, "event_loop": 0.7}, "machine"),  # or it waits for a processor
        ({"machine": 1.0, "api": 0.7}, "api"),
        ({"machine": 0.9, "store": 0.7}, "store"),
    ],
)
def test_the_busiest_part_is_named(changed: dict[str, float], name: str) -> None:
    assert cause(IDLE | changed) == name
    assert explained(name, IDLE | changed)[0] == f"gave way first: {SENTENCES[name]}"


def test_a_generator_that_is_only_busier_than_the_others_is_not_blamed() -> None:
    assert cause(IDLE | {"generator": 0.6, "disk": 0.7}) == "disk"


def test_the_limits_of_the_server_are_named_by_its_errors() -> None:
    errors = {"too_many_requests": 30, "ReadTimeout": 2}
    assert cause(IDLE | {"api": 0.5}, errors) == "limits"
    assert cause(IDLE | {"api": 0.5}, {"not_your_turn": 3}) == "api"


def test_what_was_not_measured_is_said() -> None:
    measured = {"generator": 0.2, "api": 0.9}
    assert explained("api", measured)[-1] == UNMEASURED
    assert explained("api", measured)[1] == "busy: generator 20%, api 90%"
    assert UNMEASURED not in explained("api", IDLE)
    assert cause({}) == "unknown"
