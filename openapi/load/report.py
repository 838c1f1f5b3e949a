"""The report of a run: the planned load and the measured figures."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from openapi.load.plan.mix_file import Crowd


class Unreadable(Exception):
    """The file is not the report of a run."""


class Profile(Struct, frozen=True, kw_only=True):
    """The planned load. Two runs can be compared when all but `seconds` is equal."""

    mix: dict[str, float]  # `game:seats` and its weight
    options: dict[str, Any]  # of the tables, by game
    rate: float  # new tables per second
    think: float  # mean seconds between two turns of a table
    sealed: float  # share of the players who give sealed luck
    arrival: str
    most: int  # tables at once
    seconds: float
    lobby: float = 0.0  # share of the tables whose players find each other in the lobby
    turns: float = 0.0  # per second at a fixed number of tables; 0: tables begin at `rate`
    shape: str = "steady"
    crowd: Crowd = Crowd()


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
    """`due` is the sum of the others; `skipped` tables would have exceeded `Profile.most`."""

    due: int
    finished: int
    cut_short: int  # by the end of the run
    failed: int
    skipped: int


class Second(Struct, frozen=True, kw_only=True):
    """One row of the charts; what the server does not report is null."""

    at: float
    requests: float  # per second, as is `errors`
    errors: float
    tables: int
    p50: float
    p99: float
    memory: float | None
    lag: float | None
    commands: float = 0.0  # per second
    stream_p99: float | None = None  # delay of streams in ms
    busy: dict[str, float] = {}  # share of the time, by part


class Measure(Struct, frozen=True):
    """A metric of the server over the run."""

    first: float
    peak: float
    last: float


class Limit(Struct, frozen=True, kw_only=True):
    """The highest rate at which the goals held; 0 turns if they held at none."""

    turns: float  # per second, as planned
    held: int  # of the repetitions at this rate
    repetitions: int
    commands_low: float  # per second, in the slowest of the repetitions
    commands: float  # in the middle one
    commands_high: float
    fails_at: float | None  # the lowest rate that failed
    missed: str  # the goals that it missed
    gave_way: str  # the part that gave way first; empty if no rate failed
    busy: dict[str, float]  # share of the time that each part worked at the rate that failed


class Report(Struct, frozen=True, kw_only=True):
    target: str
    began: str
    profile: Profile
    seconds: float
    requests_per_second: float
    commands_per_second: float
    unanswered: int  # requests without an answer; in `latency_ms` with the time they waited
    tables: Tables
    games: dict[str, Tables]
    latency_ms: dict[str, Spread]  # by operation, since the moment it was due, and `all`
    service_ms: dict[str, Spread]  # by operation, since it was sent; answered requests only
    journeys_ms: dict[str, Spread]  # `seating` and `turn`, several requests each
    late_ms: dict[str, Spread]  # `arrival` and `turn`: how long after it was due it began
    errors: dict[str, int]  # by problem code
    memory_bytes: Measure | None
    lag: dict[str, Measure]  # by metric
    timeline: list[Second]
    stream_delay_ms: Spread | None = None  # from the receipt of a command to its last event
    busy: dict[str, float] = {}  # share of the time that each measured part worked
    limit: Limit | None = None

    @property
    def requests(self) -> int:
        """The number of answered requests."""
        return self.service_ms["all"].count

    @property
    def error_share(self) -> float:
        errors = sum(self.errors.values())
        return errors / max(1, self.requests + errors)

    @property
    def played(self) -> bool:
        """Whether at least one command was accepted."""
        commands = self.service_ms.get("sendCommand")
        return commands is not None and commands.count > 0


def with_limit(report: Report, limit: Limit) -> Report:
    return msgspec.structs.replace(report, limit=limit)


def saved(report: Report) -> bytes:
    return msgspec.json.format(msgspec.json.encode(report)) + b"\n"


def read(file: Path) -> Report:
    try:
        report = msgspec.json.decode(file.read_bytes(), type=Report)
    except (OSError, msgspec.MsgspecError) as error:
        raise Unreadable(f"{file} is not the report of a load test: {error}") from None
    if not all("all" in spreads for spreads in (report.latency_ms, report.service_ms)):
        raise Unreadable(
            f"{file} is not the report of a load test: it has no figures for all requests"
        )
    return report
