"""Scales of the charts."""

import pytest

from openapi.load.reporting.charts import round_up


@pytest.mark.parametrize(("value", "top"), [(0, 1), (0.3, 0.4), (1, 1), (99, 100), (101, 200)])
def test_the_top_of_a_chart_is_round(value: float, top: float) -> None:
    assert round_up(value) == pytest.approx(top)
