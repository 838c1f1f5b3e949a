"""The verdict for CI: JUnit XML, and a summary in Markdown."""

from collections.abc import Sequence
from xml.etree import ElementTree

from openapi.load.goals.slo import Finding, shown
from openapi.load.report import Report
from openapi.load.reporting import text_report

SUITE = "ludotheque load"


def junit(report: Report, findings: Sequence[Finding]) -> bytes:
    """Return a test suite: one case for each goal, and one that commands were sent."""
    cases = {str(each.goal): None if each.held else str(each) for each in findings}
    cases["commands were sent"] = None if report.played else text_report.NO_COMMAND
    failures = sum(why is not None for why in cases.values())
    suite = ElementTree.Element(
        "testsuite",
        name=SUITE,
        tests=str(len(cases)),
        failures=str(failures),
        errors="0",
        time=f"{report.seconds:g}",
        timestamp=report.began,
    )
    for name, why in cases.items():
        case = ElementTree.SubElement(suite, "testcase", classname=SUITE, name=name)
        if why is not None:
            ElementTree.SubElement(case, "failure", message=why).text = why
    ElementTree.SubElement(suite, "system-out").text = text_report.as_text(report)
    xml: bytes = ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True)
    return xml + b"\n"


def markdown(report: Report, findings: Sequence[Finding]) -> str:
    """Return a summary: the verdict, a table of goals, the figures and what must be known."""
    missed = sum(not each.held for each in findings)
    verdict = f"{missed} of {len(findings)} goals missed" if missed else "all goals held"
    if not report.played:
        verdict = text_report.NO_COMMAND
    lines = [f"## Load test: {verdict}", ""]
    if findings:
        lines += ["| goal | measured | verdict |", "|---|---|---|", *map(_row, findings), ""]
    lines += [f"- {line.strip()}" for line in text_report.headline(report).splitlines()]
    further = (*text_report.conclusions(report), *text_report.warnings(report))
    lines += [f"- {line}" for line in further]
    return "\n".join(lines) + "\n"


def _row(finding: Finding) -> str:
    measured = finding.measured
    value = "not measured" if measured is None else shown(measured, finding.goal.unit)
    return f"| {finding.goal} | {value} | {'held' if finding.held else '**missed**'} |"
