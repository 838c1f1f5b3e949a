"""Real store servers, each in a directory of its own."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from store.embedded.binary import find_binary
from store.embedded.server import EmbeddedServer
from tests.support.servers.ports import accepts, free_port
from tests.support.servers.processes import until

KINDS = ("valkey", "redis") if shutil.which("redis-server") else ("valkey",)


@contextmanager
def running(kind: str, directory: Path, fsync: str = "no") -> Iterator[EmbeddedServer]:
    """Run an embedded server of this kind; it is resumed before it is stopped."""
    server = EmbeddedServer(directory, fsync=fsync, prefer=kind)
    server.start()
    try:
        yield server
    finally:
        if server.pid is not None:
            os.kill(server.pid, signal.SIGCONT)
        server.stop()


class TcpServer:
    """A server without persistence on a TCP port, which a test may kill and restart."""

    def __init__(self, kind: str, directory: Path) -> None:
        self._binary = find_binary(kind)
        self._directory = directory
        self.port = free_port()
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        settings = ["--port", str(self.port), "--save", "", "--dir", str(self._directory)]
        command = [str(self._binary), *settings, "--bind", "127.0.0.1"]
        self._child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        until(lambda: accepts(self.port))

    def send(self, sign: signal.Signals) -> None:
        assert self._child is not None
        self._child.send_signal(sign)

    def kill(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            self._child = None
