"""Rows: the median of rounds, their spread, and whether the target is reached."""

from tests.bench.result import Result, failed, of_rounds, skipped, spread, table, with_others


def test_a_row_is_the_median_of_its_rounds() -> None:
    assert of_rounds("a", [1.0, 9.0, 2.0]).value == 2.0


def test_the_spread_is_half_the_distance_between_the_quartiles() -> None:
    assert spread([1.0, 2.0, 3.0, 4.0, 5.0]) == 1.0
    assert spread([2.0, 2.0, 2.0]) == 0.0


def test_a_target_is_a_lower_or_an_upper_bound() -> None:
    assert Result("a", 2.0, target=2.0).ok is True
    assert Result("a", 1.9, target=2.0).ok is False
    assert Result("a", 1.9, target=2.0, wanted="at most").ok is True
    assert Result("a", 1.9).ok is None


def test_a_skipped_row_has_its_reason_and_no_verdict() -> None:
    row = skipped("peers", "no npm")
    assert (row.ok, row.measured, row.verdict) == (None, "", "skipped: no npm")
    assert table([row]).splitlines()[1].split() == ["peers", "skipped:", "no", "npm"]


def test_a_row_shows_the_load_of_other_programs_and_marks_a_doubtful_one() -> None:
    quiet, busy = with_others([Result("a", 1.0)], 0.01), with_others([Result("b", 1.0)], 0.4)
    assert (quiet[0].disturbance.strip(), busy[0].disturbance) == ("1%", "40% !")
    assert with_others(busy, 0.0) == busy
    assert "others" in table(busy).splitlines()[0]


def test_a_measurement_that_failed_has_a_row_without_a_value() -> None:
    row = failed("http", "no store")
    assert (row.failed, row.ok, row.verdict) == (True, None, "FAILED: no store")
