"""A command and a GET pass no more functions and files of the product than the budget says."""

import sys

import pytest

from tests.budget.limits import objections, read_limits
from tests.budget.tracing import sizes_of, traced

# A GET of a view that is kept works nothing out in the domain.
LAYERS = {
    "command": {"api", "application", "domain", "store"},
    "get": {"api", "application", "store"},
}


@pytest.mark.skipif(
    sys.version_info >= (3, 12),
    reason="the limits count the calls of Python 3.11, where a comprehension is one",
)
def test_the_path_of_a_command_and_of_a_get_is_as_short_as_its_limit() -> None:
    trace = traced()
    for name, places in trace.items():
        assert {place.partition("/")[0] for place in places} >= LAYERS[name]
    assert list(objections(sizes_of(trace), read_limits())) == []
