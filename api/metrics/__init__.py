"""Metrics for Prometheus; the values of every label come from a short closed list."""

from collections.abc import Iterator

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
)
from prometheus_client.registry import Collector

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


registry.register(Loops())


def exposed() -> bytes:
    """Return all metrics in the text format of Prometheus."""
    return generate_latest(registry)
