"""Stops a server whose parent was killed, before the next one uses its directory."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from application.settings import SOCKET_FILE
from store.embedded.socket_probe import probe

PID_FILE = "server.pid"
POLL_SECONDS = 0.02


def stop(directory: Path, seconds: float) -> None:
    """Stop the server that still runs on this directory, if there is one."""
    pid = running(directory)
    if pid is None:
        _shut_down_by_socket(directory, seconds)
        return
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.kill(pid, sign)
        if _gone(directory, seconds):
            return


def running(directory: Path) -> int | None:
    """Return the pid in the pidfile if that process works in this directory."""
    try:
        pid = int((directory / PID_FILE).read_text())
        workplace = os.readlink(f"/proc/{pid}/cwd")  # the pid may belong to another process now
    except (OSError, ValueError):
        return None
    return pid if Path(workplace) == directory else None


def _gone(directory: Path, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while running(directory) is not None:
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True


def _shut_down_by_socket(directory: Path, seconds: float) -> None:
    """Without /proc: shut down the server that answers on the socket."""
    with suppress(OSError):
        path = Path((directory / SOCKET_FILE).read_text())
        deadline = time.monotonic() + seconds
        while path.exists() and time.monotonic() < deadline:
            if probe(path, "PING") is None:
                return
            probe(path, "SHUTDOWN")
            time.sleep(POLL_SECONDS)
