"""Time and ids."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from application.world import RealWorld, new_id
from domain.kernel.ids import is_id
from domain.kernel.moments import millis, rfc3339
from tests.support.fixed_world import FixedWorld


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (1, "1970-01-01T00:00:00.001Z"),
        (1_767_268_800_999, "2026-01-01T12:00:00.999Z"),
    ],
)
def test_times_are_written_to_the_millisecond(ms: int, text: str) -> None:
    assert (rfc3339(ms), millis(text)) == (text, ms)


@given(st.integers(0, 4_000_000_000_000))
def test_what_is_read_is_what_was_written(ms: int) -> None:
    assert millis(rfc3339(ms)) == ms


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
