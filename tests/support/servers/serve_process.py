"""A real `ludotheque serve` in a process."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import json

from tests.support.servers import forked_serve
from tests.support.servers.forked_program import ForkedProgram
from tests.support.servers.ports import free_port
from tests.support.servers.process_tree import kill, living
from tests.support.servers.processes import PATIENCE, until
from workers.supervisor.lock import CHILDREN_FILE

KEPT = "LUDOTHEQUE_STORE_SECONDS"  # of the settings of this process
SERVE = (sys.executable, "-m", "workers", "serve")


class ServeProcess:
    def __init__(
        self,
        var: Path,
        port: int | None = None,
        store: str | None = None,
        queue: str | None = None,
        env: Mapping[str, str] | None = None,
        command: Sequence[str] | None = None,
        cwd: Path | None = None,
    ) -> None:
        """Start it; with a command as users do, else so that the start costs little."""
        self.port = port or free_port()
        self.var = var
        self._log = var.with_name(f"{var.name}-{self.port}.log")
        given = {
            n: os.environ[n] for n in os.environ if n == KEPT or not n.startswith("LUDOTHEQUE_")
        }
        given |= {"PORT": str(self.port), "LUDOTHEQUE_VAR": str(var), **(env or {})}
        if store is not None:
            given["LUDOTHEQUE_REDIS_URL"] = store
        if queue is not None:
            given["LUDOTHEQUE_QUEUE_URL"] = queue
        self._log.write_bytes(b"")
        self._child = self._started(command, given, cwd)
        self._seen = living(self.pid)

    def _started(
        self, command: Sequence[str] | None, env: Mapping[str, str], cwd: Path | None
    ) -> "subprocess.Popen[bytes] | ForkedProgram":
        if command is None:
            return ForkedProgram([forked_serve.MODULE, "serve"], env, self._log)
        with self._log.open("wb") as log:
            return subprocess.Popen(
                command,
                env=env,
                cwd=cwd,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def output(self) -> str:
        return self._log.read_text()

    def alive(self) -> bool:
        return self._child.poll() is None

    def ready(self) -> "ServeProcess":
        """Wait until it serves; if it does not, leave nothing of it."""
        try:
            until(lambda: "is running" in self.output() or not self.alive())
            assert self.alive(), self.output()
        except BaseException:
            self.kill_all()
            raise
        if (self.var / CHILDREN_FILE).exists():
            self.pids()
        return self

    def children(self) -> list[int]:
        """Return the pids of the servers, of HAProxy if there are several, and of the worker."""
        return list(json.decode((self.var / CHILDREN_FILE).read_bytes(), type=dict[int, str]))

    def store(self) -> int:
        return int((self.var / "store" / "server.pid").read_text())

    def pids(self) -> list[int]:
        """Return the pids of all its processes; `gone` looks for them later."""
        pids = [self.pid, *self.children(), self.store()]
        self._seen |= living(*pids)
        return pids

    def send(self, sign: signal.Signals) -> None:
        self._child.send_signal(sign)

    def wait(self) -> int:
        return self._child.wait(PATIENCE)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> int:
        self.send(sign)
        return self.wait()

    def gone(self) -> bool:
        """Tell whether none of its processes is left."""
        return not any(process.alive() for process in self._seen)

    def kill_all(self) -> None:
        """Kill all processes at once, like a power failure; also the clean-up of a failed test."""
        kill(self._seen)
        self._child.kill()
        self._child.wait()
