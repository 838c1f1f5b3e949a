"""The embedded store of `serve`: started, watched and restarted for as long as `serve` runs."""

import signal
import time
from collections.abc import Callable

from application.lib.backoff import Backoff
from application.ops.readiness import Limits
from application.settings import Settings
from store.embedded.aof.fingerprint import fingerprint
from store.embedded.cause_file import write_cause
from store.embedded.disk_guard import DiskGuard
from store.embedded.failure import CannotStart, Cause
from store.embedded.memory import default_maxmemory
from store.embedded.room_watch import RoomWatch
from store.embedded.server import EmbeddedServer
from workers.supervisor.damage import DamageCheck
from workers.supervisor.lock import DirectoryInUse, DirectoryLock

FIRST_DELAY, LONGEST_DELAY = 0.2, 5.0  # seconds between two attempts to start the store
DAMAGED_DELAY = 60.0  # nothing changes until somebody repairs it, which is noticed at once
WELL_SECONDS = 5.0  # a store that answered so long has started well
PROGRESS_SECONDS = 5.0  # between two lines about the progress of loading
GUARD_SECONDS = 1.0  # between two looks at memory and disk


class CannotServe(Exception):
    """`serve` cannot start or continue; the message is one sentence with the reason."""


class EmbeddedStore:
    """Never gives up: `tick` goes on with what is to be done, and returns without waiting."""

    def __init__(self, settings: Settings, report: Callable[[str], None]) -> None:
        """Lock the data directory; nothing runs yet."""
        try:
            self.lock = DirectoryLock(settings.var)
        except DirectoryInUse as holder:
            raise CannotServe(
                f"Another `ludotheque serve` (pid {holder}) uses {settings.var}. "
                "Stop it, or set LUDOTHEQUE_VAR to another directory."
            ) from None
        except OSError as why:
            raise CannotServe(f"The data directory {settings.var} cannot be used: {why}.") from None
        self.lock.end_orphans()
        maxmemory = settings.maxmemory or default_maxmemory()
        self._server = EmbeddedServer(
            settings.store_directory,
            fsync=settings.fsync,
            patience=settings.start_seconds,
            options={"maxmemory": str(maxmemory)},
        )
        self._guard = DiskGuard(self._server, settings.disk_hold, report)
        limits = Limits(settings.memory_red, settings.disk_red)
        self._room = RoomWatch(self._server, limits, report)
        self._report = report
        self._backoff = Backoff(FIRST_DELAY, LONGEST_DELAY)
        self._next_look = 0.0  # at the disk, or at the progress
        self._retry_at = 0.0
        self._ready_since: float | None = None
        self._damaged: object = None  # the files that cannot be loaded, as they were
        self._check: DamageCheck | None = None  # of these files, while it runs
        self._failing = False  # since it was last ready
        self._leave(None)

    @property
    def url(self) -> str:
        return self._server.url

    @property
    def queue_url(self) -> str:
        return self._server.queue_url

    @property
    def ready(self) -> bool:
        return self._ready_since is not None

    def tick(self) -> None:
        """Do what is due: start, look at the progress, restart, or watch the disk."""
        now = time.monotonic()
        try:
            if self._check is not None:
                self._await_check(self._check)
            elif self._server.pid is None:
                if now >= self._retry_at or self._was_repaired():
                    self._server.launch(self._guard.options())
                    self._next_look = now + PROGRESS_SECONDS
            elif self._server.has_ended():
                raise self._server.failure()
            elif not self.ready:
                self._look_at_start(now)
            elif now >= self._next_look:
                self._next_look = now + GUARD_SECONDS
                self._guard.look()
                self._room.look()
        except CannotStart as why:
            self._failed(why, now)
        except OSError as why:
            self._failed(CannotStart(f"{why}"), now)

    def stop(self) -> None:
        self._server.stop()
        self.lock.release()

    def _look_at_start(self, now: float) -> None:
        if self._server.answers():
            self._ready_since = now
            if self._failing:
                self._report("the store is up again")
            self._failing = False
            self._leave(None)
        elif now >= self._next_look and self._server.progress is not None:
            self._next_look = now + PROGRESS_SECONDS
            self._report(f"the store is loading: {self._server.progress}")

    def _failed(self, why: CannotStart, now: float) -> None:
        self._server.end(signal.SIGKILL)  # of one that has stalled: what it loads is on the disk
        delay = self._delay(why, now)
        self._ready_since = None
        self._retry_at = now + delay
        files = self._files() if why.cause is Cause.DAMAGED else None
        if files is not None and files != self._damaged:
            self._check = DamageCheck(self._server.directory)
        self._damaged = files
        self._failing = True
        self._leave(why.cause)
        self._report(f"the store does not run: {why}; next attempt in {delay:g} s")

    def _await_check(self, check: DamageCheck) -> None:
        if not check.done:
            return
        self._check = None
        self._damaged = self._files()
        if check.mended:
            self._retry_at = 0.0
        self._report(f"the store: {check.found}")

    def _delay(self, why: CannotStart, now: float) -> float:
        if why.cause is Cause.DAMAGED:
            return DAMAGED_DELAY
        if self._ready_since is not None and now - self._ready_since >= WELL_SECONDS:
            self._backoff.reset()
            return 0.0
        return self._backoff.next()

    def _leave(self, cause: Cause | None) -> None:
        """Leave the cause for the API, which reports it in its readiness."""
        write_cause(self._server.directory, self.url, None if cause is None else cause.value)

    def _was_repaired(self) -> bool:
        return self._damaged is not None and self._files() != self._damaged

    def _files(self) -> object:
        return fingerprint(self._server.directory)
