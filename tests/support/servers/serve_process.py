"""A real `ludotheque serve` in a process, and three players who use it over HTTP."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
from msgspec import json

from tests.support.servers.polling import PATIENCE, until
from tests.support.servers.ports import free_port
from tests.support.servers.process_tree import kill, living
from workers.supervisor.lock import CHILDREN_FILE

KEPT = "LUDOTHEQUE_STORE_SECONDS"  # of the settings of this process


class ServeProcess:
    def __init__(
        self,
        var: Path,
        port: int | None = None,
        store: str | None = None,
        queue: str | None = None,
        env: Mapping[str, str] | None = None,
        command: Sequence[str] = (sys.executable, "-m", "workers", "serve"),
        cwd: Path | None = None,
    ) -> None:
        """Start it; `command` and `cwd` are for a server that is installed somewhere else."""
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
        with self._log.open("wb") as log:
            self._child = subprocess.Popen(
                command,
                env=given,
                cwd=cwd,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._seen = living(self.pid)

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
        """Return the pids of the API and of the workers, in the order of WORKERS."""
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


class Players:
    """Three players at one table. It has no clock: an outage moves no deadline of it."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url)
        players = [self._done("POST", "/v1/players", {"name": n}) for n in ("Anne", "Bob", "Cleo")]
        self.tokens = [player["token"] for player in players]
        opening = {"game": "gumball_rally", "clock": None, "sit": True}
        self.table: str = self._done("POST", "/v1/tables", opening, 0)["id"]
        for seat in (1, 2):
            self._done("POST", f"/v1/tables/{self.table}/seats", {}, seat)
        self.version: int = self._done("POST", f"/v1/tables/{self.table}/start", None, 0)["version"]
        self.heads: dict[int, str] = {}  # what the server has acknowledged

    def play(self) -> None:
        """Let the player whose turn it is play the first action."""
        for seat in range(3):
            actions = self._done("GET", f"/v1/tables/{self.table}/actions", None, seat)["actions"]
            if actions:
                move = actions[0]["command"]
                told = self._done("POST", f"/v1/tables/{self.table}/commands", move, seat)
                self.version = told["version"]
                self.heads[self.version] = told["head"]
                return

    def play_for_ever(self) -> None:
        while True:
            self.play()

    def sees(self) -> dict[str, Any]:
        seen: dict[str, Any] = self._done("GET", f"/v1/tables/{self.table}", None, 0)
        return seen

    def listed(self) -> bool:
        tables = self._done("GET", "/v1/tables", None)["tables"]
        return any((row["id"], row["version"]) == (self.table, self.version) for row in tables)

    def move_to(self, url: str) -> None:
        self.http.close()
        self.http = httpx.Client(base_url=url)

    def close(self) -> None:
        self.http.close()

    def _done(self, method: str, path: str, body: Any, seat: int | None = None) -> Any:
        headers = {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}
        answer = self.http.request(method, path, json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()
