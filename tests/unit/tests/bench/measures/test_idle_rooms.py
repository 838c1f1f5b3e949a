"""What idle rooms cost is extrapolated only if there are fewer; the cost without any is fixed."""

import pytest

from tests.bench.measures.idle_rooms import FEW_ROOMS, ROOMS, for_all


def test_a_server_that_costs_the_same_with_more_rooms_is_not_scaled() -> None:
    assert for_all(4_000, [0.3, 0.5, 0.4], 0.4) == pytest.approx(0.4)


def test_only_what_the_rooms_cost_is_scaled() -> None:
    per_room = 0.001
    many = 0.4 + per_room * (4_000 - FEW_ROOMS)
    assert for_all(4_000, [0.4], many) == pytest.approx(0.4 + per_room * (ROOMS - FEW_ROOMS))


def test_all_rooms_are_taken_as_they_were_measured() -> None:
    assert for_all(ROOMS, [0.4], 3.25) == pytest.approx(3.25)
