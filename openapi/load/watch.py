"""Samples every second what the players measure and what the server reports in its metrics."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import httpx
from prometheus_client.parser import text_string_to_metric_families

from openapi.load.counters import Counters
from openapi.load.limit.pressure import Pressure
from openapi.load.report import Measure, Second
from openapi.play.document import Document

MEMORY, CPU = "process_resident_memory_bytes", "process_cpu_seconds_total"
LAG = re.compile(r"_lag(_|$)")
SCRAPE_SECONDS = 5.0

Clock = Callable[[], float]


class HasTables(Protocol):
    @property
    def tables(self) -> int:
        """How many tables are being played."""


@dataclass
class Watch:
    http: httpx.AsyncClient
    document: Document
    counters: Counters
    pressure: Pressure
    rows: list[Second] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    lags: dict[str, list[float]] = field(default_factory=dict)
    last_at: float = 0.0
    _answers: int = 0
    _errors: int = 0
    _commands: int = 0

    async def sample(self, clock: Clock, generator: HasTables) -> Second:
        """Add and return a row for the time since the last one; `clock` counts from the start.

        All counters are read at one moment, after the server's metrics have arrived: a stall may
        delay a row, but not falsify it.
        """
        memory, cpu, lags = parse_metrics(await self._scrape())
        busy = await self.pressure.read(cpu)
        at, (recent, delays), counters = clock(), self.counters.take_recent(), self.counters
        answers, errors = counters.answers, sum(counters.errors.values())
        commands = counters.service["sendCommand"].count
        took = max(1e-3, at - self.last_at)
        row = Second(
            at=round(at, 2),
            requests=round((answers - self._answers) / took, 1),
            errors=round((errors - self._errors) / took, 1),
            tables=generator.tables,
            p50=round(recent.percentile(50), 3),
            p99=round(recent.percentile(99), 3),
            memory=memory,
            lag=max(lags.values(), default=None),
            commands=round((commands - self._commands) / took, 1),
            stream_p99=round(delays.percentile(99), 3) if delays.count else None,
            busy=busy,
        )
        self._answers, self._errors, self._commands = answers, errors, commands
        self.last_at = at
        self._add(row, memory, lags)
        return row

    async def begin(self) -> None:
        """Read how busy each part was so far; what comes now is the run."""
        self.pressure.readings.clear()
        await self.pressure.read(parse_metrics(await self._scrape())[1])

    def measures(self) -> tuple[Measure | None, dict[str, Measure]]:
        memory = _measure(self.memory) if self.memory else None
        return memory, {name: _measure(values) for name, values in sorted(self.lags.items())}

    def _add(self, row: Second, memory: float | None, lags: dict[str, float]) -> None:
        self.rows.append(row)
        if memory is not None:
            self.memory.append(memory)
        for name, value in lags.items():
            self.lags.setdefault(name, []).append(value)

    async def _scrape(self) -> str:
        """Return the server's metrics; empty if it does not publish them."""
        if not self.document.has("getMetrics"):
            return ""
        request = self.document.request("getMetrics")
        try:
            answer = await self.http.request(request.method, request.path, timeout=SCRAPE_SECONDS)
        except httpx.HTTPError:
            return ""
        return answer.text if answer.is_success else ""


def parse_metrics(metrics: str) -> tuple[float | None, float | None, dict[str, float]]:
    """Return the memory in bytes, the processor time, and the lag of each reader of the log."""
    memory, cpu, lags = None, None, {}
    try:
        for family in text_string_to_metric_families(metrics):
            for sample in family.samples:
                if sample.name == MEMORY:
                    memory = (memory or 0.0) + sample.value
                elif sample.name == CPU:
                    cpu = max(cpu or 0.0, sample.value)
                elif LAG.search(sample.name):
                    lags[_series(sample.name, sample.labels)] = sample.value
    except ValueError:
        return None, None, {}
    return memory, cpu, lags


def _series(name: str, labels: dict[str, str]) -> str:
    return " ".join([name, *(f"{key}={value}" for key, value in sorted(labels.items()))])


def _measure(values: list[float]) -> Measure:
    return Measure(values[0], max(values), values[-1])
