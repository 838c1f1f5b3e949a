"""Times as text and as milliseconds."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from domain.kernel.moments import millis, rfc3339


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
