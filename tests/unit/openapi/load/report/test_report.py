"""Text, JSON and page tell the same, and what is not known is said."""

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from openapi.load.charts import round_up
from openapi.load.page import MOST_POINTS, page
from openapi.load.progress import Progress
from openapi.load.report import Second, Unreadable, read, saved
from openapi.load.text_report import readable
from openapi.load.watch import told
from tests.support.load.reports import ROWS, report, spread

METRICS = """\
# TYPE process_resident_memory_bytes gauge
process_resident_memory_bytes 6.7108864e+07
# TYPE some_feed_lag_commits gauge
some_feed_lag_commits{reader="table_list"} 3.0
some_feed_lag_commits{reader="webhooks"} 0.0
# TYPE flags gauge
flags 8.0
"""


def test_the_text_has_everything_a_tester_asks_for() -> None:
    text = readable(report(errors={"too_many_requests": 3, "ReadTimeout": 1}))
    assert "100 requests/s, 25 commands/s over 3 s" in text
    assert all(name in text for name in ("p50", "p90", "p95", "p99", "p99.9", "max"))
    assert "too_many_requests: 3, ReadTimeout: 1" in text
    assert "64.0 MiB at first, 64.0 at most" in text
    assert "some_feed_lag_commits reader=table_list 3 at most, 1 at last" in text
    assert "!" not in text


def test_what_the_server_does_not_tell_is_said() -> None:
    text = readable(report(memory_bytes=None, lag={}))
    assert "server memory: not told by this server" in text
    assert "log lag: not told by this server" in text


def test_a_generator_that_cannot_keep_up_is_no_secret() -> None:
    text = readable(report(late_ms={"arrival": spread(50), "turn": spread(100)}))
    assert "! this machine could not keep up: tables began 450 ms late" in text
    assert "! turns began 400 ms later than planned" in text


def test_many_who_waited_in_vain_or_were_refused_are_no_secret() -> None:
    text = readable(report(unanswered=7, latency_ms={"all": spread(100)}, errors={"ReadError": 90}))
    assert "! 7 requests had no answer when they or the run ended" in text
    assert "! 23 % of all requests were refused or lost" in text


def test_memory_and_lag_are_read_from_the_metrics() -> None:
    lags = {
        "some_feed_lag_commits reader=table_list": 3,
        "some_feed_lag_commits reader=webhooks": 0,
    }
    assert told(METRICS) == (2**26, lags)
    assert told("") == told("<html>") == (None, {})


def test_a_report_is_read_as_it_was_saved(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    file.write_bytes(saved(report()))
    assert read(file) == report()
    file.write_text('{"target": 1}')
    with pytest.raises(Unreadable, match=r"report\.json is no report"):
        read(file)


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


def test_charts_of_what_is_not_told_are_left_out() -> None:
    silent = Second(at=1, requests=1, errors=0, tables=1, p50=1, p99=1, memory=None, lag=None)
    text = page(report(timeline=[silent], errors={"not_your_turn": 2}))
    assert text.count("<svg") == 5
    assert "<td>not_your_turn</td><td>2</td>" in text


def test_a_long_run_is_thinned_on_the_page() -> None:
    text = page(report(timeline=ROWS * 3000))
    lines = re.findall(r'points="([^"]*)"', text)
    assert max(len(line.split()) for line in lines) <= MOST_POINTS


@pytest.mark.parametrize(("value", "top"), [(0, 1), (0.3, 0.4), (1, 1), (99, 100), (101, 200)])
def test_the_top_of_a_chart_is_round(value: float, top: float) -> None:
    assert round_up(value) == pytest.approx(top)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_moves_on_a_terminal_and_lines_follow_elsewhere() -> None:
    screen, file = Terminal(), io.StringIO()
    for out in (screen, file):
        progress = Progress(3.0, out)
        for row in ROWS:
            progress(row)
        progress.end()
    assert screen.getvalue().count("\r[") == 3
    assert screen.getvalue().count("\n") == 1
    first, *_, last = file.getvalue().splitlines()
    assert first.startswith("[########................]     1/3 s")
    assert last.startswith("[########################]     3/3 s")
    assert "93 requests/s  p50 4.0 ms  p99 9.0 ms  0 errors/s  64 MiB  lag 3" in last
