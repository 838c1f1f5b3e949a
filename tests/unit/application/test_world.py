"""Ids, the clock and random bytes."""

import pytest

from application.world import BELIEVED_MS, FOLLOWED_MS, NS, RealWorld, new_id
from domain.kernel.ids import is_id
from tests.support.players.fixed_world import NOON, FixedWorld
from tests.support.stores.heartbeats import SetClock

HOUR = 3_600_000


def test_ids_are_128_bits_and_new_every_time() -> None:
    world = FixedWorld()
    ids = {new_id(world) for _ in range(50)}
    assert len(ids) == 50
    assert all(map(is_id, ids))


def test_the_real_world_has_a_clock_and_surprises() -> None:
    world = RealWorld()
    assert world.now() > 1_700_000_000_000
    assert world.fresh(32) != world.fresh(32)
    assert len(world.fresh(32)) == 32


class SetWallClock:
    """A machine whose clock is set by the test."""

    def __init__(self) -> None:
        self.steady = SetClock()
        self.wrong_by = 0
        self.world = RealWorld(
            lambda: NS * (NOON + self.steady.ms + self.wrong_by), lambda: NS * self.steady.ms
        )

    def after(self, ms: int) -> int:
        """Return how much later than noon it is after so long, by the world."""
        self.steady.ms += ms
        return self.world.now() - NOON - self.steady.ms


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_clock_that_jumps_and_comes_back_changes_nothing(jump: int) -> None:
    machine = SetWallClock()
    machine.wrong_by = jump
    assert [machine.after(1_000), machine.after(BELIEVED_MS - 1)] == [0, 0]
    machine.wrong_by = 0
    assert machine.after(1_000) == 0
    machine.wrong_by = jump
    assert machine.after(BELIEVED_MS) == 0  # it jumps for the first time again


def test_a_clock_that_stays_where_it_jumped_is_trusted() -> None:
    machine = SetWallClock()
    machine.wrong_by = HOUR
    assert machine.after(1) == 0
    assert machine.after(BELIEVED_MS) == HOUR
    assert machine.after(1) == HOUR


def test_a_small_correction_is_followed() -> None:
    machine = SetWallClock()
    for _ in range(3):
        machine.wrong_by += FOLLOWED_MS
        assert machine.after(1) == machine.wrong_by
