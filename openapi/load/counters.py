"""Counters and histograms of a run; their memory does not grow with its length."""

from collections import Counter, defaultdict

from openapi.load.histogram import Histogram
from openapi.load.report import Spread, Tables

ENDS = ("finished", "failed", "skipped")


class Counters:
    def __init__(self) -> None:
        self.latency: dict[str, Histogram] = defaultdict(Histogram)
        self.service: dict[str, Histogram] = defaultdict(Histogram)
        self.journeys: dict[str, Histogram] = defaultdict(Histogram)
        self.late: dict[str, Histogram] = defaultdict(Histogram)
        self.errors: Counter[str] = Counter()
        self.answers = 0
        self.without_answer = 0  # requests that timed out, or were under way when the run ended
        self.tables: dict[str, Counter[str]] = defaultdict(Counter)  # by name of the table kind
        self.delays = Histogram()  # of streams
        self._recent, self._recent_delays = Histogram(), Histogram()

    def answered(self, operation: str, due: float, sent: float, received: float) -> None:
        self.answers += 1
        self.service[operation].record(1000 * (received - sent))
        self._record_latency(operation, received - due)

    def unanswered(self, operation: str, due: float, until: float) -> None:
        """Record the wait so far: without it, the slowest requests would be missing."""
        self.without_answer += 1
        self._record_latency(operation, until - due)

    def _record_latency(self, operation: str, seconds: float) -> None:
        self.latency[operation].record(1000 * seconds)
        self._recent.record(1000 * seconds)

    def delayed(self, seconds: float) -> None:
        """Record how long a stream took to bring an event."""
        self.delays.record(1000 * seconds)
        self._recent_delays.record(1000 * seconds)

    def take_recent(self) -> tuple[Histogram, Histogram]:
        """Return the latencies, and the delays of streams, recorded since the last call."""
        recent = self._recent, self._recent_delays
        self._recent, self._recent_delays = Histogram(), Histogram()
        return recent

    def restart(self) -> None:
        """Forget everything: what comes now is the run, and what was is its preparation."""
        vars(self).update(vars(Counters()))


def spreads(parts: dict[str, Histogram]) -> dict[str, Spread]:
    return {name: part.spread() for name, part in sorted(parts.items())}


def spreads_with_all(parts: dict[str, Histogram]) -> dict[str, Spread]:
    """Return the spread of each part, and that of all parts together as `all`."""
    total = Histogram()
    for part in parts.values():
        total.add(part)
    return {"all": total.spread(), **spreads(parts)}


def table_counts(tables: Counter[str]) -> Tables:
    """Return the counts by outcome; tables without an outcome were cut short by the run's end."""
    ends = {end: tables[end] for end in ENDS}
    return Tables(due=tables["due"], cut_short=tables["due"] - sum(ends.values()), **ends)
