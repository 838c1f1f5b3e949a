"""The HTML report."""

import re
from xml.etree import ElementTree

from openapi.load.report import Second
from openapi.load.reporting.page import MOST_POINTS, page
from tests.support.load.reports import ROWS, report


def test_the_page_needs_nothing_else_and_is_for_light_and_dark() -> None:
    text = page(report(target="http://[::1]:80/<b>"))
    assert not re.search(r"<script|<link|<img|src=|href=|url\(|@import|<b>", text)
    assert "prefers-color-scheme: dark" in text
    charts = re.findall(r"<svg.*?</svg>", text)
    assert len(charts) == 7
    for chart in charts:
        drawn = ElementTree.fromstring(chart)
        numbers = [float(n) for line in drawn.iter("polyline") for n in _places(line)]
        assert numbers
        assert all(0 <= number <= 640 for number in numbers)


def _places(line: ElementTree.Element) -> list[str]:
    return re.split("[ ,]", line.attrib["points"])


def test_charts_without_figures_are_left_out() -> None:
    silent = Second(at=1, requests=1, errors=0, tables=1, p50=1, p99=1, memory=None, lag=None)
    text = page(report(timeline=[silent], errors={"not_your_turn": 2}))
    assert text.count("<svg") == 5
    assert "<td>not_your_turn</td><td>2</td>" in text


def test_a_long_run_is_thinned_on_the_page() -> None:
    text = page(report(timeline=ROWS * 3000))
    lines = re.findall(r'points="([^"]*)"', text)
    assert max(len(line.split()) for line in lines) <= MOST_POINTS
