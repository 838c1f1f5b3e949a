"""The metrics of this process and of its store, measured when they are read."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from api import metrics
from api.admission.token_bucket import TokenBuckets
from api.metrics.gathered import gathered, socket_of_metrics
from application.lib.shared_result import SharedResult
from application.ops.readiness import Readiness, causes
from application.ports.event_log import StoreUnavailable
from application.setting_values import Rate
from application.settings import Settings

MEASURE_SECONDS = 1.0  # between two measurements of the store
READ_RATE = Rate(5, 20)  # reads that are measured
Gauge = Any  # of prometheus_client, which has no types


class Sources(NamedTuple):
    """Where gauges get their values."""

    of_process: Mapping[Gauge, Callable[[], float]]
    of_process_by_label: Mapping[Gauge, Callable[[], Mapping[str, float]]]
    of_store: Mapping[Gauge, Callable[[], Awaitable[float | None]]]
    of_store_by_label: Mapping[Gauge, Callable[[], Awaitable[Mapping[str, float]]]]


class Measured:
    def __init__(self, settings: Settings, readiness: Readiness, sources: Sources) -> None:
        self._socket = socket_of_metrics(settings)
        self._readiness, self._sources = readiness, sources
        self._in_store = SharedResult(self._measure_store, MEASURE_SECONDS)
        self._exposed = b""  # as last read
        self._read = TokenBuckets("metrics", READ_RATE)

    async def of_all_processes(self) -> bytes:
        """Return the metrics of all processes of this machine in the text format of Prometheus."""
        own = await self.own()
        return own if self._socket is None else await gathered(own, self._socket)

    async def own(self) -> bytes:
        """Return the metrics of this process; read too often, the last ones."""
        if not self._exposed or not self._read.take("").wait:
            self._exposed = await self._measure()
        return self._exposed

    async def _measure(self) -> bytes:
        for gauge, value in self._sources.of_process.items():
            gauge.set(value())
        for gauge, values in self._sources.of_process_by_label.items():
            _set_each(gauge, values())
        with suppress(StoreUnavailable):  # metrics are wanted most when something is wrong
            await self._in_store.get()
        return metrics.exposed()

    async def _measure_store(self) -> None:
        metrics.ready.set(0)  # unless the store says otherwise
        facts = await self._readiness.facts()
        metrics.store_memory.set(facts.memory_used or 0)
        metrics.store_memory_limit.set(facts.memory_limit or 0)
        if facts.disk_free is not None:
            metrics.store_disk_free.set(facts.disk_free)
        metrics.ready.set(not causes(facts, self._readiness.limits))
        for gauge, value in self._sources.of_store.items():
            gauge.set(await value() or 0)
        for gauge, values in self._sources.of_store_by_label.items():
            _set_each(gauge, await values())


def _set_each(gauge: Gauge, values: Mapping[str, float]) -> None:
    for label, value in values.items():
        gauge.labels(label).set(value)
