"""The search for the limit with recorded runs: what it returns and when it stops."""

import pytest
from msgspec.structs import replace

from openapi.load.goals.slo import Goal
from openapi.load.limit.find import Stopped, find_limit, missed
from openapi.load.report import Report
from openapi.load.reporting.text_report import as_text
from tests.support.load.reports import PROFILE, report, spread

GOALS = [Goal("command.p99", 50.0, "ms")]
SATURATED = {"generator": 0.3, "api": 0.97, "store": 0.2, "disk": 0.1, "event_loop": 0.0}


def run_at(turns: float, limit: float = 100.0, **changed: object) -> Report:
    """Return a run of a server whose API gives way above its limit."""
    slower, busy = (1.0, {}) if turns <= limit else (10.0, SATURATED)
    profile = replace(PROFILE, turns=turns)
    return report(slower, profile=profile, commands_per_second=turns, busy=busy, **changed)


def found(limit: float, most: float = 4000.0) -> tuple[Report, list[str]]:
    lines: list[str] = []
    return find_limit(GOALS, 8.0, most, lambda turns: run_at(turns, limit), lines.append), lines


def test_the_report_has_the_limit_its_interval_and_what_gave_way() -> None:
    result, lines = found(100.0)
    assert result.limit is not None
    assert 95 <= result.limit.turns <= 100
    assert result.profile.turns == result.limit.turns
    assert (result.limit.gave_way, result.limit.held) == ("api", 3)
    assert lines[0] == "8 turns/s: the goals held"
    assert "128 turns/s: missed: command.p99 ≤ 50 ms, measured 90 ms" in lines
    text = as_text(result)
    assert f"limit: {result.limit.turns:.4g} turns/s" in text
    assert "the goals held in 3 of 3 runs" in text
    assert "gave way first: the API: its process is busy" in text


def test_the_interval_is_that_of_the_repetitions() -> None:
    rates = iter((20.0, 19.0, 18.0, 22.0))
    result = find_limit(
        GOALS,
        20.0,
        20.0,
        lambda turns: replace(run_at(turns), commands_per_second=next(rates)),
        print,
    )
    limit = result.limit
    assert limit is not None
    assert (limit.commands_low, limit.commands, limit.commands_high) == (18.0, 19.0, 22.0)
    assert "no rate failed: raise --most to try higher ones" in as_text(result)


def test_the_report_is_that_of_a_run_that_met_the_goals() -> None:
    runs = iter((report(), report(), report(), report(10)))
    result = find_limit(GOALS, 20.0, 20.0, lambda _: next(runs), print)
    assert result.limit is not None
    assert result.limit.held == 2
    assert missed(result, GOALS) == ""


def test_a_server_that_meets_the_goals_at_no_rate_has_no_limit() -> None:
    result, _ = found(0.0)
    assert result.limit is not None
    assert result.limit.turns == 0
    assert "limit: none; the goals failed at 0.5 turns/s" in as_text(result)


def test_a_plan_that_is_not_kept_is_missed_whatever_the_goals() -> None:
    late = {"turn": spread(50)}
    assert missed(run_at(8, late_ms=late), GOALS) == "turns began 200 ms late (p50)"
    nothing = {"all": spread()}
    assert missed(run_at(8, service_ms=nothing), GOALS) == "no command was answered"


def test_ctrl_c_ends_the_search() -> None:
    with pytest.raises(Stopped):
        find_limit(GOALS, 8.0, 80.0, lambda turns: run_at(turns, seconds=1.0), print)
