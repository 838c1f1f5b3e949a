"""A load report that was made without a run."""

from typing import Any

import msgspec

from openapi.load.report import Measure, Profile, Report, Second, Spread, Tables

PROFILE = Profile(
    mix={"snails:2": 1.0},
    options={},
    rate=2.0,
    think=0.5,
    sealed=0.5,
    arrival="even",
    most=10,
    seconds=3.0,
)
ROWS = [
    Second(at=n, requests=90 + n, errors=0, tables=n, p50=4, p99=9, memory=2**26, lag=n)
    for n in (1, 2, 3)
]


def spread(factor: float = 1.0) -> Spread:
    return Spread(300, *(factor * ms for ms in (4.0, 6.0, 7.0, 9.0, 11.0, 12.0)))


def report(slower: float = 1.0, **changed: Any) -> Report:
    tables = Tables(due=6, finished=4, cut_short=2, failed=0, skipped=0)
    made = Report(
        target="http://127.0.0.1:8000",
        began="2026-11-16T12:00:00+00:00",
        profile=PROFILE,
        seconds=3.0,
        requests_per_second=100.0,
        commands_per_second=25.0,
        unanswered=0,
        tables=tables,
        games={"snails:2": tables},
        latency_ms={"all": spread(slower), "sendCommand": spread(slower)},
        service_ms={"all": spread(), "sendCommand": spread()},
        journeys_ms={"seating": spread(), "turn": spread(slower)},
        late_ms={"arrival": spread(), "turn": spread()},
        errors={},
        memory_bytes=Measure(2**26, 2**26, 2**26),
        lag={"some_feed_lag_commits reader=table_list": Measure(0, 3, 1)},
        timeline=ROWS,
    )
    return msgspec.structs.replace(made, **changed)
