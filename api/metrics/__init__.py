"""Metrics for Prometheus; the values of every label come from a short closed list."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate
from math import inf

from litestar.types import HTTPScope
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Metric,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
)
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from application.event_loop.health import HEALTH

registry = CollectorRegistry()
ProcessCollector(registry=registry)  # memory, processor time, open files
cached_tables = Gauge(
    "ludotheque_cached_tables", "Tables in the memory of this process.", registry=registry
)
store_batches = Gauge("ludotheque_store_batches", "Round trips to the store.", registry=registry)
clock_lateness = Gauge(
    "ludotheque_clock_lateness_seconds",
    "Time since the oldest deadline that is not handled yet.",
    registry=registry,
)
store_memory = Gauge(
    "ludotheque_store_memory_bytes", "Memory that the store uses.", registry=registry
)
store_memory_limit = Gauge(
    "ludotheque_store_memory_limit_bytes", "Memory that the store may use.", registry=registry
)
store_disk_free = Gauge(
    "ludotheque_store_disk_free_bytes",
    "Free space on the disk of a store on this machine.",
    registry=registry,
)
store_refusals = Gauge(
    "ludotheque_store_refusals",
    "Commands that the store has refused so far.",
    ("reason",),
    registry=registry,
)
ready = Gauge("ludotheque_ready", "1 if readiness is green, else 0.", registry=registry)
streams_open = Gauge("ludotheque_streams_open", "Open streams.", registry=registry)
streams_ended = Counter(
    "ludotheque_streams_ended_total",
    "Streams that have ended, by reason.",
    ("reason",),
    registry=registry,
)
limited = Counter(
    "ludotheque_limited_total",
    "Requests over a rate limit: rejected, or allowed as the command of a seat that must decide.",
    ("limit", "outcome"),
    registry=registry,
)
dropped = Counter(
    "ludotheque_connections_dropped_total",
    "Connections closed by the server: invalid, too large, too slow, or too many.",
    ("reason",),
    registry=registry,
)

feed_lag = Gauge(
    "ludotheque_feed_lag_commits",
    "Commits that a read model or the webhooks have not processed yet.",
    ("reader",),
    registry=registry,
)
ranking_lag = Gauge(
    "ludotheque_ranking_lag_tables",
    "Finished tables that are not on the leaderboards yet.",
    registry=registry,
)
webhooks_waiting = Gauge(
    "ludotheque_webhooks_waiting", "Webhooks with a delivery that waits.", registry=registry
)
webhooks_lateness = Gauge(
    "ludotheque_webhooks_lateness_seconds",
    "Time since the oldest delivery was due.",
    registry=registry,
)
public_log_lateness = Gauge(
    "ludotheque_public_log_lateness_seconds",
    "Time since the oldest commit that the public log has not counted yet.",
    registry=registry,
)
archive_tables = Gauge(
    "ludotheque_archive_tables", "Tables in the archive that this machine knows.", registry=registry
)
archive_segments = Gauge(
    "ludotheque_archive_segments",
    "Files of the archive that this machine knows.",
    registry=registry,
)
archive_bytes = Gauge("ludotheque_archive_bytes", "Size of these files.", registry=registry)
archive_lateness = Gauge(
    "ludotheque_archive_lateness_seconds",
    "Time since everything that was due had been archived.",
    registry=registry,
)
queue_length = Gauge(
    "ludotheque_queue_length",
    "Jobs, and tables with bots, that wait for a worker.",
    ["queue"],
    registry=registry,
)

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
MOST_ROUTES = 200  # more than there are; a route beyond that is counted as `unknown`
UNKNOWN = "unknown"
METHODS = frozenset(("GET", "POST", "DELETE", "HEAD", "OPTIONS", "PUT", "PATCH"))
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0, inf)  # seconds


class Requests(Collector):
    """Counts requests; a library counter and histogram would cost six times as much per request."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str, int], int] = defaultdict(int)
        self._buckets: dict[str, list[int]] = defaultdict(lambda: [0] * len(BOUNDS))
        self._seconds: dict[str, float] = defaultdict(float)

    def count(self, scope: HTTPScope, status: int, took: float) -> None:
        """Count an answered request; an unknown path has no route of its own."""
        method = scope["method"] if scope["method"] in METHODS else "other"
        route = scope.get("path_template") or UNKNOWN
        if route not in self._buckets and len(self._buckets) >= MOST_ROUTES:
            route = UNKNOWN
        self._counts[method, route, status] += 1
        self._buckets[route][bisect_left(BOUNDS, took)] += 1
        self._seconds[route] += took

    def collect(self) -> Iterator[Metric]:
        requests = CounterMetricFamily(
            "ludotheque_requests_total",
            "Requests, by method, route and status.",
            labels=("method", "route", "status"),
        )
        for (method, route, status), count in self._counts.items():
            requests.add_metric((method, route, str(status)), count)
        yield requests
        seconds = HistogramMetricFamily(
            "ludotheque_request_seconds",
            "Time to respond, including the wait of long polls.",
            labels=("route",),
        )
        for route, counts in self._buckets.items():
            buckets = zip(map(floatToGoString, BOUNDS), accumulate(counts), strict=True)
            seconds.add_metric((route,), list(buckets), self._seconds[route])
        yield seconds


class Loops(Collector):
    """How the loops do that run beside the API; none in a process without them."""

    def collect(self) -> Iterator[Metric]:
        running = GaugeMetricFamily(
            "ludotheque_loop_running",
            "1 if this loop runs, 0 while it waits after a failure.",
            labels=("loop",),
        )
        failures = CounterMetricFamily(
            "ludotheque_loop_failures_total",
            "Failures of this loop, each followed by a restart.",
            labels=("loop",),
        )
        for loop, runs in HEALTH.running.items():
            running.add_metric((loop,), runs)
            failures.add_metric((loop,), HEALTH.failures[loop])
        slices = CounterMetricFamily(
            "ludotheque_long_slices_total",
            "Times that the event loop was held for more than 5 ms: by requests (`api`), by this"
            " loop, or by the collection of garbage (`gc`).",
            labels=("loop",),
        )
        for loop, count in HEALTH.long_slices.items():
            slices.add_metric((loop,), count)
        yield from (running, failures, slices)


_requests = Requests()
registry.register(_requests)
registry.register(Loops())
count = _requests.count


def exposed() -> bytes:
    """Return all metrics in the text format of Prometheus."""
    return generate_latest(registry)
