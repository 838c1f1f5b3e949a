"""Health checks and metrics."""

import pytest

from tests.support.players.callers import Caller
from tests.support.servers.processes import until
from tests.support.tables.http_table import HttpTable


def test_it_is_alive(anyone: Caller) -> None:
    assert anyone.get("/health/live").json() == {"status": "alive"}


def test_it_is_ready_and_says_what_an_acknowledgement_survives(anyone: Caller) -> None:
    ready = anyone.get("/health/ready").json()
    assert (ready["status"], ready["store"], ready["durability"]) == ("ready", "valkey", "no")
    assert ready["latency_ms"] < 1000


def value(metrics: str, name: str) -> float:
    lines = [line for line in metrics.splitlines() if line.startswith(name)]
    return float(lines[0].rpartition(" ")[2]) if lines else 0.0


def test_requests_are_counted_by_route_and_status(anyone: Caller) -> None:
    name = 'ludotheque_requests_total{method="GET",route="/v1/games/{game}",status="404"}'
    before = value(anyone.get("/metrics").text, name)
    for _ in range(3):
        anyone.get("/v1/games/chess")
    until(lambda: value(anyone.get("/metrics").text, name) == before + 3)


def test_requests_are_timed_by_route(anyone: Caller) -> None:
    route, name = 'route="/v1/games/{game}"', "ludotheque_request_seconds"
    before = value(anyone.get("/metrics").text, f"{name}_count{{{route}}}")
    for _ in range(3):
        anyone.get("/v1/games/chess")
    until(lambda: value(anyone.get("/metrics").text, f"{name}_count{{{route}}}") == before + 3)
    text = anyone.get("/metrics").text
    assert value(text, f"{name}_sum{{{route}}}") > 0
    up_to = [
        float(line.rpartition(" ")[2])
        for line in text.splitlines()
        if line.startswith(f"{name}_bucket{{") and route in line
    ]
    assert up_to == sorted(up_to)
    assert (len(up_to), up_to[-1]) == (12, before + 3), "the last bound is +Inf"


def test_the_metrics_are_in_the_format_of_prometheus(anyone: Caller) -> None:
    answer = anyone.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert "# TYPE ludotheque_requests_total counter" in answer.text
    assert "# TYPE ludotheque_request_seconds histogram" in answer.text


def test_lag_lateness_and_queue_length_are_measured(
    anyone: Caller, filled_table: HttpTable
) -> None:
    metrics = anyone.get("/metrics").text
    for name in (
        'ludotheque_feed_lag_commits{reader="table_list"}',
        'ludotheque_feed_lag_commits{reader="leaderboard"}',
        'ludotheque_feed_lag_commits{reader="webhooks"}',
        "ludotheque_ranking_lag_tables",
        "ludotheque_webhooks_waiting",
        "ludotheque_webhooks_lateness_seconds",
        "ludotheque_public_log_lateness_seconds",
        "ludotheque_clock_lateness_seconds",
        'ludotheque_queue_length{queue="jobs"}',
    ):
        assert f"\n{name} " in metrics


@pytest.mark.parametrize("path", ["/v1/nothing-at-all", "/v1/tables/no-such-table-anywhere"])
def test_an_address_that_is_not_there_makes_no_new_label(anyone: Caller, path: str) -> None:
    anyone.get(path)
    assert path.rpartition("/")[2] not in anyone.get("/metrics").text


def test_metrics_contain_no_tables_and_no_players(race: HttpTable, anyone: Caller) -> None:
    metrics = anyone.get("/metrics").text
    assert race.id not in metrics
    assert race.host.id not in metrics
