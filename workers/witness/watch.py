"""The monitor of a witness: reads every entry of a log, from the first, and reports alarms."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from application.ports.public_log import LogReader
from domain.kernel.ids import rfc3339
from domain.log.checkpoint import Checkpoint, empty, open_checkpoint
from domain.log.entries import STALE_SECONDS, Alarm, Monitor
from domain.log.merkle import Frontier, Range, check_consistency
from domain.log.note import LogError, NotConsistent, Verifier
from store.public_log.durable_files import PUBLIC, create_file

SINCE = "watched-since"


class Watch:
    def __init__(
        self,
        folder: Path,
        key: Verifier,
        log: LogReader,
        now: Callable[[], int],
        stale_seconds: int = STALE_SECONDS,
    ) -> None:
        create_file(folder / f"{SINCE}-{key.id.hex()}", rfc3339(now() * 1000).encode(), PUBLIC)
        self._since = (folder / f"{SINCE}-{key.id.hex()}").read_text(encoding="utf-8")
        self._key = key
        self._log = log
        self._now = now
        self._monitor = Monitor(stale_seconds)
        self._tree = Frontier()
        self._seen = empty(key.name)
        self._fork: str | None = None
        self._failure: str | None = None

    def look(self) -> None:
        """Read what the log has added; a fork is an alarm for ever."""
        try:
            self._advance()
            self._failure = None
        except NotConsistent as fork:
            self._fork = str(fork)
        except LogError as wrong:
            self._failure = str(wrong)

    def report(self) -> dict[str, Any]:
        """Return what is watched, since when, how far, and every alarm."""
        alarms = [*self._monitor.alarms, *self._monitor.stale(self._now())]
        if self._fork is not None:
            alarms.append(Alarm(self._seen.size, self._fork))
        return {
            "log": str(self._key),
            "watched_since": self._since,
            "entries": self._monitor.size,
            "alarms": [{"entry": each.place, "what": each.what} for each in alarms],
            "failure": self._failure,
        }

    def _advance(self) -> None:
        raw = self._log.checkpoint()
        if raw is None:
            return
        latest, _ = open_checkpoint(raw, self._key)
        if latest.size < self._seen.size:
            self._require_beginning(latest)
            return
        tree = self._log.tree(latest.size)
        for entry in tree.entries(Range(self._tree.size, latest.size)):
            self._tree.add(entry)  # after a failure it goes on from where it stopped
            self._monitor.read(entry, self._now())
        if self._tree.root() != latest.root:
            raise NotConsistent(f"the {latest.size} entries do not have the root that was signed")
        self._seen = latest

    def _require_beginning(self, older: Checkpoint) -> None:
        """Raise NotConsistent unless an older checkpoint is one that led to the one seen."""
        tree = self._log.tree(self._seen.size)
        proof = tree.consistency(older.size)
        check_consistency(older.size, older.root, self._seen.size, self._seen.root, proof)
