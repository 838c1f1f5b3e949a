"""Idle rooms: only what rooms cost is scaled, not what a process costs without any."""

import pytest

from tests.bench.streams import FEW_ROOMS, ROOMS, for_rooms


def test_the_cost_of_the_process_is_not_scaled() -> None:
    assert for_rooms(10_000, [0.3, 0.5, 0.4], 0.4) == pytest.approx(0.4)


def test_the_cost_of_rooms_grows_with_their_number() -> None:
    per_room = 0.001
    many = 0.4 + per_room * (ROOMS - FEW_ROOMS)
    assert for_rooms(10_000, [0.4], many) == pytest.approx(0.4 + per_room * (10_000 - FEW_ROOMS))
