"""Ids, the clock and random bytes."""

from application.world import RealWorld, new_id
from domain.kernel.ids import is_id
from tests.support.fixed_world import FixedWorld


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
