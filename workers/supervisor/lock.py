"""One `serve` per data directory: a lock while it lives, and the pids it leaves if it is killed."""

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
PATIENCE = 3.0  # seconds an orphan has: it was told to stop when its parent died


class Taken(Exception):
    """Another `serve` works on this directory."""


class Claim:
    def __init__(self, directory: Path) -> None:
        """Raises Taken, or OSError if the directory cannot be used."""
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._children = directory / CHILDREN_FILE
        self._lock = _locked(directory / LOCK_FILE)

    def clear(self) -> None:
        """End what a killed predecessor has left running."""
        with suppress(OSError, DecodeError):
            left = json.decode(self._children.read_bytes(), type=dict[int, str])
            deadline = time.monotonic() + PATIENCE
            for pid, born in left.items():
                _end(pid, born, deadline)
        self._children.unlink(missing_ok=True)

    def record(self, pids: Iterable[int]) -> None:
        births = {pid: birth(pid) for pid in pids}
        fresh = self._children.with_suffix(".new")
        fresh.write_bytes(json.encode({pid: born for pid, born in births.items() if born}))
        fresh.replace(self._children)

    def release(self) -> None:
        self._children.unlink(missing_ok=True)
        self._lock.close()


def birth(pid: int) -> str | None:
    """When this process was born, so that another with its pid is not mistaken for it."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if after_name[0] == "Z" else after_name[19]


def _end(pid: int, born: str, deadline: float) -> None:
    while birth(pid) == born:
        if time.monotonic() > deadline:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            deadline += PATIENCE
        time.sleep(0.02)


def _locked(path: Path) -> IO[bytes]:
    lock = path.open("a+b")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        holder = lock.read().decode().strip() or "unknown"
        lock.close()
        raise Taken(holder) from None
    lock.truncate(0)
    lock.write(str(os.getpid()).encode())
    lock.flush()
    return lock
