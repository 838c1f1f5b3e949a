"""Counters for Prometheus; labels come from short closed lists."""

from typing import Any

from litestar.types import HTTPScope
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

registry = CollectorRegistry()
ProcessCollector(registry=registry)  # memory, processor time, open files
requests = Counter(
    "ludotheque_requests_total",
    "Requests answered.",
    ("method", "route", "status"),
    registry=registry,
)
seconds = Histogram(
    "ludotheque_request_seconds",
    "Time to answer (waiting of long polls included).",
    ("route",),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30),
    registry=registry,
)
cached_tables = Gauge("ludotheque_cached_tables", "Tables in memory.", registry=registry)
store_batches = Gauge(
    "ludotheque_store_batches", "Round trips to the store so far.", registry=registry
)
clock_lateness = Gauge(
    "ludotheque_clock_lateness_seconds",
    "How long the oldest time-out is overdue.",
    registry=registry,
)
streams_open = Gauge("ludotheque_streams_open", "Streams open just now.", registry=registry)
streams_ended = Counter(
    "ludotheque_streams_ended_total",
    "Streams that have ended; `lagging` and `too_slow` were dropped.",
    ("reason",),
    registry=registry,
)
limited = Counter(
    "ludotheque_limited_total",
    "Requests over a limit: refused, or let through as a move on one's turn.",
    ("limit", "outcome"),
    registry=registry,
)

feed_lag = Gauge(
    "ludotheque_feed_lag_commits",
    "Commits a read model or the webhooks have still to take in.",
    ("reader",),
    registry=registry,
)
ranking_lag = Gauge(
    "ludotheque_ranking_lag_tables",
    "Finished tables that are not on the leaderboards yet.",
    registry=registry,
)
webhooks_waiting = Gauge(
    "ludotheque_webhooks_waiting", "Deliveries still to be made.", registry=registry
)
webhooks_lateness = Gauge(
    "ludotheque_webhooks_lateness_seconds",
    "How long the oldest delivery is overdue.",
    registry=registry,
)
queue_length = Gauge(
    "ludotheque_queue_length", "Chores that wait for a worker.", ["queue"], registry=registry
)

METHODS = frozenset(("GET", "POST", "DELETE", "HEAD", "OPTIONS", "PUT", "PATCH"))
_children: dict[tuple[str, str, int], Any] = {}
_timers: dict[str, Any] = {}


def count(scope: HTTPScope, status: int, took: float) -> None:
    method = scope["method"] if scope["method"] in METHODS else "other"
    route = scope.get("path_template") or "unknown"
    key = (method, route, status)
    child = _children.get(key)
    if child is None:
        child = _children[key] = requests.labels(method, route, str(status))
        _timers.setdefault(route, seconds.labels(route))
    child.inc()
    _timers[route].observe(took)


def exposed() -> bytes:
    return generate_latest(registry)
