"""What happened during a run, counted as it happens; memory does not grow with its length."""

from collections import Counter, defaultdict

from openapi.load.histogram import Histogram
from openapi.load.report import Spread, Tables

ENDS = ("finished", "failed", "skipped")


class Tally:
    def __init__(self) -> None:
        self.latency: dict[str, Histogram] = defaultdict(Histogram)
        self.service: dict[str, Histogram] = defaultdict(Histogram)
        self.journeys: dict[str, Histogram] = defaultdict(Histogram)
        self.late: dict[str, Histogram] = defaultdict(Histogram)
        self.errors: Counter[str] = Counter()
        self.answers = 0
        self.silences = 0  # requests nobody answered in time, or before the run ended
        self.tables: dict[str, Counter[str]] = defaultdict(Counter)  # by offer
        self._lately = Histogram()

    def answered(self, operation: str, due: float, sent: float, came: float) -> None:
        self.answers += 1
        self.service[operation].record(1000 * (came - sent))
        self._waited(operation, came - due)

    def unanswered(self, operation: str, due: float, until: float) -> None:
        """It would have taken longer still: left out, the worst would look best."""
        self.silences += 1
        self._waited(operation, until - due)

    def _waited(self, operation: str, seconds: float) -> None:
        self.latency[operation].record(1000 * seconds)
        self._lately.record(1000 * seconds)

    def lately(self) -> Histogram:
        """All latencies since this was asked last."""
        told, self._lately = self._lately, Histogram()
        return told


def together(parts: dict[str, Histogram]) -> Histogram:
    total = Histogram()
    for part in parts.values():
        total.add(part)
    return total


def spreads(parts: dict[str, Histogram]) -> dict[str, Spread]:
    return {name: part.spread() for name, part in sorted(parts.items())}


def with_all(parts: dict[str, Histogram]) -> dict[str, Spread]:
    return {"all": together(parts).spread(), **spreads(parts)}


def ended(tables: Counter[str]) -> Tables:
    """Whatever has not ended otherwise is cut short by the end of the run."""
    ends = {end: tables[end] for end in ENDS}
    return Tables(due=tables["due"], cut_short=tables["due"] - sum(ends.values()), **ends)
