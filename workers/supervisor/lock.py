"""One `serve` per data directory: a lock while it runs, and the pids of its processes."""

import fcntl
import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO

from msgspec import DecodeError, json

LOCK_FILE, CHILDREN_FILE = "serve.lock", "serve.children"
ORPHAN_SECONDS = 3.0  # an orphan got a signal when its parent died; then it is killed


class DirectoryInUse(Exception):
    """Another `serve` uses this directory."""


class DirectoryLock:
    def __init__(self, directory: Path) -> None:
        """Raises DirectoryInUse, or OSError if the directory cannot be used."""
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._children = directory / CHILDREN_FILE
        self._lock = _locked(directory / LOCK_FILE)

    def end_orphans(self) -> None:
        """End the processes that a killed predecessor has left running."""
        with suppress(OSError, DecodeError):
            left = json.decode(self._children.read_bytes(), type=dict[int, str])
            deadline = time.monotonic() + ORPHAN_SECONDS
            for pid, start in left.items():
                _end(pid, start, deadline)
        self._children.unlink(missing_ok=True)

    def record(self, pids: Iterable[int]) -> None:
        started = {pid: started_at(pid) for pid in pids}
        fresh = self._children.with_suffix(".new")
        fresh.write_bytes(json.encode({pid: start for pid, start in started.items() if start}))
        fresh.replace(self._children)

    def release(self) -> None:
        self._children.unlink(missing_ok=True)
        self._lock.close()


def started_at(pid: int) -> str | None:
    """Return when a process started, so that another one with its pid is not mistaken for it."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if after_name[0] == "Z" else after_name[19]


def _end(pid: int, start: str, deadline: float) -> None:
    while started_at(pid) == start:
        if time.monotonic() > deadline:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            deadline += ORPHAN_SECONDS
        time.sleep(0.02)


def _locked(path: Path) -> IO[bytes]:
    lock = path.open("a+b")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        holder = lock.read().decode().strip() or "unknown"
        lock.close()
        raise DirectoryInUse(holder) from None
    with suppress(OSError):  # on a full disk the lock holds all the same
        lock.truncate(0)
        os.write(lock.fileno(), str(os.getpid()).encode())
    return lock
