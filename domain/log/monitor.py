"""What a monitor finds in the entries of a log: a second closing, and signs of refused deals."""

from collections.abc import Iterator
from typing import NamedTuple

from domain.log.entries import Closed, Spent, Started, decode_entry
from domain.log.errors import LogError

LONGEST_RUN = 5  # of tables in a row that closed as `withheld`
STALE_SECONDS = 30 * 24 * 3600


class Alarm(NamedTuple):
    place: int
    what: str


class Monitor:
    """Reads every entry once, in order, from the first."""

    def __init__(self, stale_seconds: int = STALE_SECONDS, longest_run: int = LONGEST_RUN) -> None:
        self.size = 0  # entries read
        self.alarms: list[Alarm] = []
        self._stale_seconds = stale_seconds
        self._longest_run = longest_run
        self._started: dict[bytes, tuple[int, int]] = {}  # open tables: place, and when seen
        self._known: dict[tuple[str, bytes], int] = {}  # kind and name: place
        self._withheld = 0  # in a row

    def read(self, raw: bytes, seen: int) -> None:
        """Read the next entry, seen at this time (seconds since 1970)."""
        place, self.size = self.size, self.size + 1
        try:
            entry = decode_entry(raw)
        except LogError as wrong:
            self._alarm(place, str(wrong))
            return
        if isinstance(entry, Started):
            self._once(place, "started", entry.table)
            self._started[entry.table] = (place, seen)
        elif isinstance(entry, Closed):
            self._once(place, "closed", entry.table)
            self._started.pop(entry.table, None)
            self._count_withheld(place, entry)
        elif isinstance(entry, Spent):
            self._once(place, "spent", entry.reward)

    def stale(self, now: int) -> Iterator[Alarm]:
        """Yield the tables that started long ago and have not closed."""
        for name, (place, seen) in self._started.items():
            if now - seen > self._stale_seconds:
                days = (now - seen) // 86_400
                yield Alarm(place, f"table {name.hex()} started {days} days ago and is not closed")

    def _once(self, place: int, kind: str, name: bytes) -> None:
        first = self._known.setdefault((kind, name), place)
        if first != place:
            self._alarm(place, f"{name.hex()} is {kind} a second time; first at {first}")

    def _count_withheld(self, place: int, entry: Closed) -> None:
        self._withheld = self._withheld + 1 if entry.status == "withheld" else 0
        if self._withheld == self._longest_run:
            self._alarm(place, f"{self._withheld} tables in a row closed as withheld")

    def _alarm(self, place: int, what: str) -> None:
        self.alarms.append(Alarm(place, what))
