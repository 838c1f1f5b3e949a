"""Goals are read from a file, and a report is judged by them."""

from pathlib import Path

import pytest

from openapi.load.goals.slo import BadGoals, Goal, judge, read_goals
from openapi.load.report import Report
from tests.support.load.reports import report, spread

FILE = """
command.p99 = "50ms"
stream.delay.p99 = "0.25s"
errors = "< 0.1%"
unanswered = 0
"""
GOALS = [
    Goal("command.p99", 50.0, "ms"),
    Goal("stream.delay.p99", 250.0, "ms"),
    Goal("errors", 0.1, "%", strict=True),
    Goal("unanswered", 0.0, ""),
]


def read(content: str, folder: Path) -> list[Goal]:
    file = folder / "slo.toml"
    file.write_text(content)
    return read_goals(file)


def test_goals_are_read_in_the_order_of_the_file(tmp_path: Path) -> None:
    assert read(FILE, tmp_path) == GOALS
    assert [str(goal) for goal in GOALS] == [
        "command.p99 ≤ 50 ms",
        "stream.delay.p99 ≤ 250 ms",
        "errors < 0.1 %",
        "unanswered ≤ 0",
    ]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "has no goals, such as"),
        ("=", "has no goals"),
        ("command.p98 = '5ms'", "command.p98 is no goal"),
        ("p99 = '5ms'", "p99 is no goal"),
        ("command.p99 = 50", 'must be a limit such as "50ms"'),
        ("command.p99 = '5%'", 'must be a limit such as "50ms"'),
        ("command.p99 = '> 5ms'", "must be a limit"),
        ("errors = 0.1", 'must be a limit such as "< 0.1%"'),
        ("unanswered = true", "must be a limit such as 0"),
    ],
)
def test_a_goal_that_means_nothing_is_refused(content: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(BadGoals, match=why):
        read(content, tmp_path)


def held(seen: Report, *goals: Goal) -> list[bool]:
    return [each.held for each in judge(seen, list(goals or GOALS))]


def test_a_run_within_its_limits_holds_every_goal() -> None:
    assert held(report(stream_delay_ms=spread())) == [True] * 4


@pytest.mark.parametrize(
    ("seen", "missed"),
    [
        (report(10, stream_delay_ms=spread()), "command.p99 ≤ 50 ms, measured 90 ms"),
        (report(stream_delay_ms=spread(30)), "stream.delay.p99 ≤ 250 ms, measured 270 ms"),
        (report(), "stream.delay.p99 ≤ 250 ms, but this run measured no stream.delay.p99"),
        (report(stream_delay_ms=spread(), errors={"500": 1}), "errors < 0.1 %, measured 0.332 %"),
        (report(stream_delay_ms=spread(), unanswered=1), "unanswered ≤ 0, measured 1"),
    ],
)
def test_exactly_the_goal_that_was_missed_is_named(seen: Report, missed: str) -> None:
    assert [str(each) for each in judge(seen, GOALS) if not each.held] == [f"missed: {missed}"]


def test_a_limit_is_met_by_its_own_value_unless_it_must_be_less() -> None:
    exact = Goal("command.p99", 9.0, "ms"), Goal("command.p99", 9.0, "ms", strict=True)
    assert held(report(), *exact) == [True, False]


def test_journeys_and_operations_can_have_goals() -> None:
    goals = Goal("turn.p50", 5.0, "ms"), Goal("all.max", 5.0, "ms"), Goal("typo.p99", 5.0, "ms")
    assert held(report(), *goals) == [True, False, False]
