"""A start may take as long as its loading makes progress."""

import pytest

from store.embedded.loading import LoadingProgress, StartWatch


def test_progress_is_read_from_info() -> None:
    facts = {"loading": "1", "loading_loaded_bytes": "25", "loading_total_bytes": "100"}
    assert LoadingProgress.from_info(facts) == LoadingProgress(25, 100)
    assert str(LoadingProgress(25_000_000, 100_000_000)) == "25 % of 100.0 MB"
    assert LoadingProgress.from_info({"loading": "0"}) is None
    assert LoadingProgress.from_info({}) is None


def test_a_start_that_makes_progress_never_stalls() -> None:
    watch = StartWatch(patience=10, now=0)
    for second in range(1000):
        watch.note(LoadingProgress(second, 1000), second)
        assert not watch.has_stalled(second + 9)


@pytest.mark.parametrize("seen", [None, LoadingProgress(5, 100)])
def test_a_start_without_progress_stalls(seen: LoadingProgress | None) -> None:
    watch = StartWatch(patience=10, now=0)
    for second in range(11):
        watch.note(seen, second)
    assert watch.has_stalled(11 if seen else 10.1)
    watch.note(LoadingProgress(6, 100), 11)
    assert not watch.has_stalled(20)
