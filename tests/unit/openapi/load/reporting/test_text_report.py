"""The text report."""

from openapi.load.reporting.text_report import as_text
from tests.support.load.reports import report, spread


def test_the_text_has_everything_a_tester_asks_for() -> None:
    text = as_text(report(errors={"too_many_requests": 3, "ReadTimeout": 1}))
    assert "100 requests/s, 25 commands/s over 3 s" in text
    assert all(name in text for name in ("p50", "p90", "p95", "p99", "p99.9", "max"))
    assert "too_many_requests: 3, ReadTimeout: 1" in text
    assert "64.0 MiB at first, 64.0 at most" in text
    assert "some_feed_lag_commits reader=table_list 3 at most, 1 at last" in text
    assert "!" not in text


def test_what_the_server_does_not_report_is_marked() -> None:
    text = as_text(report(memory_bytes=None, lag={}))
    assert "server memory: not reported by this server" in text
    assert "log lag: not reported by this server" in text


def test_a_slow_load_generator_is_reported() -> None:
    text = as_text(report(late_ms={"arrival": spread(50), "turn": spread(100)}))
    assert "! this machine could not keep up: tables began 450 ms late" in text
    assert "! turns began 400 ms later than planned" in text


def test_unanswered_and_rejected_requests_are_reported() -> None:
    text = as_text(report(unanswered=7, latency_ms={"all": spread(100)}, errors={"ReadError": 90}))
    assert "! 7 requests had no response when they or the run ended" in text
    assert "! 23 % of all requests were rejected or lost" in text
