"""Memory and lag, read from the metrics of a server."""

from openapi.load.watch import parse_metrics

METRICS = """\
# TYPE process_resident_memory_bytes gauge
process_resident_memory_bytes 6.7108864e+07
# TYPE process_cpu_seconds_total counter
process_cpu_seconds_total 1.5
# TYPE some_feed_lag_commits gauge
some_feed_lag_commits{reader="table_list"} 3.0
some_feed_lag_commits{reader="webhooks"} 0.0
# TYPE flags gauge
flags 8.0
"""


def test_memory_and_lag_are_read_from_the_metrics() -> None:
    lags = {
        "some_feed_lag_commits reader=table_list": 3,
        "some_feed_lag_commits reader=webhooks": 0,
    }
    assert parse_metrics(METRICS) == (2**26, 1.5, lags)
    assert parse_metrics("") == parse_metrics("<html>") == (None, None, {})
