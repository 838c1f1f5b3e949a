"""The command finds its measurements by their names."""

import pytest

from tests.bench.__main__ import MEASUREMENTS, ON_REQUEST, function


@pytest.mark.parametrize("name", MEASUREMENTS)
def test_every_name_has_a_function(name: str) -> None:
    assert callable(function(name))


def test_what_runs_on_request_only_is_known() -> None:
    assert MEASUREMENTS.keys() >= ON_REQUEST
