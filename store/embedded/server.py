"""A server process on a unix socket: one per directory, and it ends with its parent."""

import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from application.ops.child_process import bound_to_parent, how_it_ended
from application.settings import SOCKET_FILE
from store.embedded import orphan
from store.embedded.binary import find_binary
from store.embedded.failure import LOG_FILE, CannotStart, log_size, why_it_ended
from store.embedded.loading import LoadingProgress, StartWatch
from store.embedded.socket_probe import info

LONGEST_SOCKET_PATH = 100  # bytes; the kernel's limit is 104 to 108
START_SECONDS = 120.0  # a start may take longer, but not longer without progress
STOP_SECONDS = 10.0
POLL_SECONDS = 0.01
# The append-only file is rewritten when it has grown by this percentage since the last time. A
# restart loads what was written since then command by command, which takes much longer.
REWRITE = 25
REWRITE_BYTES = 64 << 20  # a smaller file is never rewritten


class EmbeddedServer:
    def __init__(
        self,
        directory: str | Path,
        fsync: str = "always",
        prefer: str | None = None,
        patience: float = START_SECONDS,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.directory = Path(directory).resolve()
        self._fsync = fsync
        self._prefer = prefer
        self._patience = patience
        self._options = options or {}
        self._child: subprocess.Popen[bytes] | None = None
        self._lock: IO[bytes] | None = None
        self._watch = StartWatch(patience, 0.0)
        self._log_start = 0
        self.socket = self.directory / "server.sock"
        self._short: Path | None = None  # folder of the socket if the directory's path is too long

    @property
    def url(self) -> str:
        return f"unix://{self.socket}?db=0"

    @property
    def queue_url(self) -> str:
        return f"unix://{self.socket}?db=1"

    @property
    def pid(self) -> int | None:
        return None if self._child is None else self._child.pid

    @property
    def progress(self) -> LoadingProgress | None:
        """Return how much was loaded when it was last asked."""
        return self._watch.progress

    def start(self) -> None:
        """Start the server; return when its history is loaded.

        Call this from a thread that lives on: Linux ends the server together with that thread.
        """
        self.launch()
        try:
            while not self.answers():
                time.sleep(POLL_SECONDS)
        except BaseException:
            self.stop()
            raise

    def launch(self, more: Mapping[str, str] | None = None) -> None:
        """Start the process, with more options for this time; `answers` tells when it is ready."""
        self._choose_socket()
        executable = find_binary(self._prefer)
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.take_lock()
        try:
            orphan.stop(self.directory, STOP_SECONDS)
            self._place_socket()
            self._log_start = log_size(self.directory)
            self._watch = StartWatch(self._patience, time.monotonic())
            self._child = self._launch(executable, more or {})
        except BaseException:
            self.stop()
            raise

    def answers(self) -> bool:
        """Return whether the server is ready; raises CannotStart if it has ended or stalled."""
        if self._child is None or self._child.poll() is not None:
            raise self.failure()
        facts = info(self.socket, "persistence")
        if facts.get("loading") == "0":
            return True
        now = time.monotonic()
        self._watch.note(LoadingProgress.from_info(facts), now)
        if self._watch.has_stalled(now):
            raise CannotStart(f"it has loaded nothing for {self._patience:g} s")
        return False

    def has_ended(self) -> bool:
        return self._child is None or self._child.poll() is not None

    def failure(self) -> CannotStart:
        """Return why a server that has ended did so."""
        if self._child is None or self._child.returncode is None:
            return CannotStart("it was not started")
        how = how_it_ended(self._child.returncode)
        return why_it_ended(self.directory, how, self._log_start)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Send SIGTERM, after which the server saves everything; SIGKILL if that takes too long."""
        self.end(sign)
        if self._short is not None:
            shutil.rmtree(self._short, ignore_errors=True)
            self._short, self.socket = None, self.directory / "server.sock"

    def end(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """End the process and release the directory; the address stays for the next start."""
        if self._child is not None:
            self._child.send_signal(sign)
            try:
                self._child.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._child.kill()
                self._child.wait()
            self._child = None
        if self._lock is not None:
            self.socket.unlink(missing_ok=True)
            (self.directory / SOCKET_FILE).unlink(missing_ok=True)
            self._lock.close()
            self._lock = None

    def take_lock(self) -> None:
        """Lock the directory, so that no other server starts there; `end` releases it."""
        if self._child is not None:
            raise CannotStart("already started")
        if self._lock is None:
            self._lock = lock_directory(self.directory)

    def _choose_socket(self) -> None:
        """Choose the address once: children that know it survive every restart."""
        if len(os.fsencode(self.socket)) > LONGEST_SOCKET_PATH:
            self._short = Path(tempfile.mkdtemp(prefix="ludotheque-"))
            self.socket = self._short / "server.sock"

    def _place_socket(self) -> None:
        (self.directory / SOCKET_FILE).write_text(str(self.socket))
        self.socket.unlink(missing_ok=True)

    def _launch(self, executable: Path, more: Mapping[str, str]) -> subprocess.Popen[bytes]:
        with (self.directory / LOG_FILE).open("ab") as log:
            return subprocess.Popen(  # noqa: S603 - no argument comes from a caller
                bound_to_parent(str(executable), *self._arguments(more)),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,  # what is wrong with an option is written there
                start_new_session=True,  # Ctrl-C must not reach it: it stops last
            )

    def _arguments(self, more: Mapping[str, str]) -> list[str]:
        settings = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.directory),
            "pidfile": str(self.directory / orphan.PID_FILE),
            "logfile": str(self.directory / LOG_FILE),
            "appendonly": "yes",
            "appendfsync": self._fsync,
            # The server would take a damaged length for the end, and drop everything after it.
            "aof-load-truncated": "no",
            "auto-aof-rewrite-percentage": str(REWRITE),
            "auto-aof-rewrite-min-size": str(REWRITE_BYTES),
            "save": "",
            "maxmemory-policy": "noeviction",
            **self._options,
            **more,
        }
        return [word for name, value in settings.items() for word in (f"--{name}", value)]


def lock_directory(directory: Path) -> IO[bytes]:
    """Lock a store's directory with `flock`, which is released however this process ends."""
    lock = (directory / "lock").open("ab")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise CannotStart(f"a server or a repair already runs in {directory}") from None
    return lock
