"""Second by second: what the players get and what the server tells of itself."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import httpx
from prometheus_client.parser import text_string_to_metric_families

from openapi.load.counters import Tally
from openapi.load.document import Document
from openapi.load.report import Measure, Second

MEMORY = "process_resident_memory_bytes"
LAG = re.compile(r"_lag(_|$)")
SCRAPE_SECONDS = 5.0

Clock = Callable[[], float]


class Crowd(Protocol):
    @property
    def tables(self) -> int:
        """How many are being played."""


@dataclass
class Watch:
    http: httpx.AsyncClient
    document: Document
    tally: Tally
    rows: list[Second] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    lags: dict[str, list[float]] = field(default_factory=dict)
    seen_until: float = 0.0
    _answers: int = 0
    _errors: int = 0

    async def look(self, clock: Clock, crowd: Crowd) -> Second:
        """A row for what happened since the last; the clock tells seconds since the run began.

        All is read at one moment, once the server has told of itself: a stall may delay a row,
        but not falsify it.
        """
        memory, lags = told(await self._scraped())
        at, lately, tally = clock(), self.tally.lately(), self.tally
        answers, errors = tally.answers, sum(tally.errors.values())
        took = max(1e-3, at - self.seen_until)
        row = Second(
            at=round(at, 2),
            requests=round((answers - self._answers) / took, 1),
            errors=round((errors - self._errors) / took, 1),
            tables=crowd.tables,
            p50=round(lately.percentile(50), 3),
            p99=round(lately.percentile(99), 3),
            memory=memory,
            lag=max(lags.values(), default=None),
        )
        self._answers, self._errors, self.seen_until = answers, errors, at
        self._note(row, memory, lags)
        return row

    def measures(self) -> tuple[Measure | None, dict[str, Measure]]:
        memory = _measure(self.memory) if self.memory else None
        return memory, {name: _measure(seen) for name, seen in sorted(self.lags.items())}

    def _note(self, row: Second, memory: float | None, lags: dict[str, float]) -> None:
        self.rows.append(row)
        if memory is not None:
            self.memory.append(memory)
        for name, value in lags.items():
            self.lags.setdefault(name, []).append(value)

    async def _scraped(self) -> str:
        """A server that keeps its metrics to itself can be loaded as well."""
        if not self.document.has("getMetrics"):
            return ""
        asked = self.document.request("getMetrics")
        try:
            answer = await self.http.request(asked.method, asked.path, timeout=SCRAPE_SECONDS)
        except httpx.HTTPError:
            return ""
        return answer.text if answer.is_success else ""


def told(metrics: str) -> tuple[float | None, dict[str, float]]:
    """Memory in bytes, and how far each reader of the log is behind."""
    memory, lags = None, {}
    try:
        for family in text_string_to_metric_families(metrics):
            for sample in family.samples:
                if sample.name == MEMORY:
                    memory = (memory or 0.0) + sample.value
                elif LAG.search(sample.name):
                    lags[_series(sample.name, sample.labels)] = sample.value
    except ValueError:
        return None, {}
    return memory, lags


def _series(name: str, labels: dict[str, str]) -> str:
    return " ".join([name, *(f"{key}={value}" for key, value in sorted(labels.items()))])


def _measure(seen: list[float]) -> Measure:
    return Measure(seen[0], max(seen), seen[-1])
