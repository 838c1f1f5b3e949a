"""The verdict as JUnit XML and as Markdown."""

from xml.etree import ElementTree

from openapi.load.goals.ci_files import junit, markdown
from openapi.load.goals.slo import Goal, judge
from openapi.load.report import Report
from tests.support.load.reports import report, spread

GOALS = [Goal("command.p99", 5.0, "ms"), Goal("errors", 0.1, "%", strict=True)]
NOTHING = {"all": spread()}


def failures(seen: Report) -> dict[str, str]:
    suite = ElementTree.fromstring(junit(seen, judge(seen, GOALS)))
    cases = suite.findall("testcase")
    assert suite.attrib["tests"] == str(len(cases)) == str(len(GOALS) + 1)
    found = {each.attrib["name"]: each.find("failure") for each in cases}
    failed = {name: each.attrib["message"] for name, each in found.items() if each is not None}
    assert suite.attrib["failures"] == str(len(failed))
    return failed


def test_a_goal_is_a_case_and_a_missed_one_a_failure() -> None:
    assert failures(report()) == {"command.p99 ≤ 5 ms": "missed: command.p99 ≤ 5 ms, measured 9 ms"}
    assert failures(report(0.1)) == {}


def test_a_run_without_a_command_fails_whatever_the_goals() -> None:
    seen = report(latency_ms=NOTHING, service_ms=NOTHING)
    assert failures(seen)["commands were sent"] == "no command was sent"
    assert markdown(seen, []).startswith("## Load test: no command was sent\n")


def test_the_summary_has_a_row_for_each_goal() -> None:
    seen = report()
    text = markdown(seen, judge(seen, GOALS))
    assert text.startswith("## Load test: 1 of 2 goals missed\n")
    assert "| command.p99 ≤ 5 ms | 9 ms | **missed** |" in text
    assert "| errors < 0.1 % | 0 % | held |" in text
    assert "- 100 requests/s, 25 commands/s over 3 s" in text
    assert markdown(seen, judge(report(0.1), GOALS)).startswith("## Load test: all goals held\n")
