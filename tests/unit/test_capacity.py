"""The page about capacity holds the table that is computed from the constants."""

from tests.bench import capacity
from tests.support.paths import ROOT


def test_the_page_holds_the_computed_table() -> None:
    assert capacity.as_markdown() in (ROOT / "docs" / "performance.md").read_text()


def test_needs_grow_with_the_tables() -> None:
    small, middle, large = (capacity.need(size) for size in capacity.SIZES)
    assert round(middle.live_bytes / small.live_bytes) == 100
    assert (small.api_processes, small.masters) == (1, 1)
    assert large.api_processes > middle.api_processes > small.api_processes
    assert large.masters > 1
