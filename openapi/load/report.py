"""The report of a run: what was asked for, what came of it. Text, JSON and page tell the same."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct


class Unreadable(Exception):
    """A file that is no report of a run."""


class Profile(Struct, frozen=True, kw_only=True):
    """What was asked for. Two runs can be compared when all but the time is the same."""

    mix: dict[str, float]  # `game:seats` and its weight
    options: dict[str, Any]  # of the tables, by game
    rate: float  # new tables per second
    think: float  # mean seconds between two turns of a table
    arrival: str
    most: int  # tables at once
    seconds: float


class Spread(Struct, frozen=True):
    """Percentiles in milliseconds."""

    count: int
    p50: float
    p90: float
    p95: float
    p99: float
    p99_9: float
    max: float


class Tables(Struct, frozen=True, kw_only=True):
    """`due` = all others together; `skipped` = as many as allowed were there already."""

    due: int
    finished: int
    cut_short: int  # by the end of the run
    failed: int
    skipped: int


class Second(Struct, frozen=True, kw_only=True):
    """One row of the charts; what the server does not tell is null."""

    at: float
    requests: float  # per second, as is `errors`
    errors: float
    tables: int
    p50: float
    p99: float
    memory: float | None
    lag: float | None


class Measure(Struct, frozen=True):
    """A number of the server's metrics over the run."""

    first: float
    peak: float
    last: float


class Report(Struct, frozen=True, kw_only=True):
    target: str
    began: str
    profile: Profile
    seconds: float
    requests_per_second: float
    commands_per_second: float
    unanswered: int  # requests that waited in vain; in `latency_ms` for as long as they waited
    tables: Tables
    games: dict[str, Tables]
    latency_ms: dict[str, Spread]  # by operation, since the moment it was due; `all` = together
    service_ms: dict[str, Spread]  # by operation, since it was sent, of those that were answered
    journeys_ms: dict[str, Spread]  # `seating` and `turn`, several requests each
    late_ms: dict[str, Spread]  # `arrival` and `turn`: sent how long after it was due
    errors: dict[str, int]  # by problem code
    memory_bytes: Measure | None
    lag: dict[str, Measure]  # by metric
    timeline: list[Second]

    @property
    def requests(self) -> int:
        """How many were answered."""
        return self.service_ms["all"].count

    @property
    def error_share(self) -> float:
        errors = sum(self.errors.values())
        return errors / max(1, self.requests + errors)

    @property
    def played(self) -> bool:
        """Was there a single move?"""
        moves = self.service_ms.get("sendCommand")
        return moves is not None and moves.count > 0


def saved(report: Report) -> bytes:
    return msgspec.json.format(msgspec.json.encode(report)) + b"\n"


def read(file: Path) -> Report:
    try:
        report = msgspec.json.decode(file.read_bytes(), type=Report)
    except (OSError, msgspec.MsgspecError) as why:
        raise Unreadable(f"{file} is no report of a load run: {why}") from None
    if not all("all" in spreads for spreads in (report.latency_ms, report.service_ms)):
        raise Unreadable(f"{file} is no report of a load run: it does not tell of all requests")
    return report
