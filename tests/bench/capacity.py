"""Sizes of an installation, computed from measured constants: the tables of docs/performance.md.

python -m tests.bench.capacity
"""

from collections.abc import Callable
from typing import NamedTuple

# Measured by `make bench ARGS=sizes`, but archived tables by a proof; docs/archive.md has both.
EVENT_BYTES = 250  # memory of the store per event of a live table, all keys counted
NOTICES_BYTES = 42_000  # memory of the store per player who has played in the last day
ARCHIVED_BYTES = 31  # memory of the store per archived table
ARCHIVED_EVENT_BYTES = 17  # of a segment
INDEX_BYTES = 1_800  # of the SQLite index of each machine, per archived table
# Measured as docs/performance.md says.
API_MICROS = 400  # of a command with two listeners
STORE_MICROS = 110  # of a command
STREAMS_PER_PROCESS = 10_000  # LUDOTHEQUE_STREAMS

# Assumed: a typical table, and how people come and go.
EVENTS, COMMANDS, SEATS = 400, 160, 4
PLAYED_MINUTES = 40
TABLES_A_DAY = 3  # of a player who plays
KEPT_HOURS = 25  # an hour of play and a day until the archivist takes it
PEAK = 5  # of the mean
OTHER_REQUESTS = 2.5  # API time of all requests ÷ that of commands: lists, views, actions
BUSY = 0.5  # of a core, so that delays stay short

MONTH_MINUTES = 30 * 24 * 60
KB, MB, GB = 1e3, 1e6, 1e9
SIZES = (10_000, 1_000_000, 100_000_000)


class Need(NamedTuple):
    """What an installation with so many tables a month needs."""

    events: float  # each month
    commands: float  # per second, at the peak
    tables: float  # being played at the same time, at the peak
    streams: float
    live_bytes: float  # memory of the store
    notices_bytes: float  # memory of the store
    archived_bytes: float  # memory of the store, more each month
    segment_bytes: float  # each month
    index_bytes: float  # each month, on each machine
    api_cores: float
    store_cores: float

    @property
    def api_processes(self) -> int:
        """Return the processes for the requests or for the streams, whichever are more."""
        by_time, by_streams = self.api_cores / BUSY, self.streams / STREAMS_PER_PROCESS
        return -int(-max(1, by_time, by_streams) // 1)

    @property
    def masters(self) -> int:
        """Return the servers of the store with 32 GB each, half of it for a rewrite."""
        memory = self.live_bytes + self.notices_bytes
        return -int(-max(1, self.store_cores / BUSY, memory / (16 * GB)) // 1)


def need(tables: int) -> Need:
    """Return what so many tables a month need."""
    commands = PEAK * tables * COMMANDS / (MONTH_MINUTES * 60)
    played = PEAK * tables * PLAYED_MINUTES / MONTH_MINUTES
    kept = tables * KEPT_HOURS * 60 / MONTH_MINUTES
    return Need(
        events=tables * EVENTS,
        commands=commands,
        tables=played,
        streams=played * SEATS,
        live_bytes=kept * EVENTS * EVENT_BYTES,
        notices_bytes=tables / 30 * SEATS / TABLES_A_DAY * NOTICES_BYTES,
        archived_bytes=tables * ARCHIVED_BYTES,
        segment_bytes=tables * EVENTS * ARCHIVED_EVENT_BYTES,
        index_bytes=tables * INDEX_BYTES,
        api_cores=commands * API_MICROS * OTHER_REQUESTS / 1e6,
        store_cores=commands * STORE_MICROS / 1e6,
    )


ROWS: tuple[tuple[str, Callable[[Need], str]], ...] = (
    ("events a month", lambda each: _number(each.events)),
    ("commands per second, peak", lambda each: _number(each.commands)),
    ("tables at the same time, peak", lambda each: _number(each.tables)),
    ("streams, peak", lambda each: _number(each.streams)),
    ("memory of the store for live tables", lambda each: _size(each.live_bytes)),
    ("… for notices of the last day", lambda each: _size(each.notices_bytes)),
    ("… for archived tables, more each month", lambda each: _size(each.archived_bytes)),
    ("segments of the archive, more each month", lambda each: _size(each.segment_bytes)),
    ("index on each machine, more each month", lambda each: _size(each.index_bytes)),
    ("cores of the API, peak", lambda each: _number(each.api_cores)),
    ("cores of the store, peak", lambda each: _number(each.store_cores)),
    ("API processes", lambda each: f"{each.api_processes:,}"),
    ("servers of the store (32 GB)", lambda each: f"{each.masters:,}"),
)


def as_markdown() -> str:
    """Return the table that docs/performance.md holds."""
    needs = [need(size) for size in SIZES]
    head = "| tables a month | " + " | ".join(f"{size:,}" for size in SIZES) + " |"
    rows = (f"| {name} | " + " | ".join(map(show, needs)) + " |" for name, show in ROWS)
    return "\n".join([head, "|---" * (len(SIZES) + 1) + "|", *rows])


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def _size(value: float) -> str:
    unit, name = (GB, "GB") if value >= GB else (MB, "MB") if value >= MB else (KB, "KB")
    return f"{value / unit:,.0f} {name}" if value >= 10 * unit else f"{value / unit:.1f} {name}"


if __name__ == "__main__":
    print(as_markdown())
