"""What a range of past views costs."""

import pytest

from api.audit.past_views import MOST, Every, Range


@pytest.mark.parametrize(
    ("first", "last", "every", "after", "cost"),
    [
        (8_705, 8_960, "event", 8_704, 256),  # a window of the page, from the snapshot before it
        (8_800, 8_810, "event", 8_704, 106),
        (8_705, 9_000, "decision", 8_704, 296),
        (1, 9_000, "event", 0, MOST + 1),  # no view follows the last of the answer
        (1, 9_000, "decision", 0, 9_000),
    ],
)
def test_a_range_costs_the_events_that_are_folded_for_it(
    first: int, last: int, every: Every, after: int, cost: int
) -> None:
    wanted = Range(first, last, every, None, None, closed=True)
    assert wanted.cost(after) == cost
