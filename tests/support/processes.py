"""The web server as clients meet it: processes on free ports, ended by their pid."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from openapi.load.own_server import UNLIMITED

ROOT = Path(__file__).parents[2]
START_SECONDS = 30.0
STOP_SECONDS = 10.0
NAMED = ("projector", "webhooks")  # workers that know each other by name
PATIENCE = httpx.Timeout(40.0, connect=20.0)
# Tests are many callers with one address; streams end soon unless asked otherwise.
FOR_TESTS = {**UNLIMITED, "LUDOTHEQUE_STREAM_SECONDS": "2"}

Check = Callable[[httpx.Response], None]


class Program:
    """One Python program of this repository, and what it complained about."""

    def __init__(self, words: list[str], redis_url: str, output: Path, **env: str) -> None:
        self._words = words
        self._env = {**os.environ, "LUDOTHEQUE_REDIS_URL": redis_url, **env}
        self._complaints = output
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def output(self) -> str:
        return self._complaints.read_text() if self._complaints.exists() else ""

    def start(self) -> None:
        with self._complaints.open("ab") as said:
            command = [sys.executable, "-m", *self._words]
            self._child = subprocess.Popen(
                command, env=self._env, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=said, stderr=said
            )

    @property
    def pid(self) -> int:
        assert self._child is not None
        return self._child.pid

    def alive(self) -> bool:
        return self._child is not None and self._child.poll() is None

    def kill(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            self._child = None

    def stop(self) -> None:
        if self._child is not None:
            self._child.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._child.wait(STOP_SECONDS)
        self.kill()


class Api(Program):
    """`python -m api`; started again it listens on the same port."""

    def __init__(self, redis_url: str, directory: Path, **env: str) -> None:
        self.port = free_port()
        directory.mkdir(parents=True, exist_ok=True)
        place = {"HOST": "127.0.0.1", "PORT": str(self.port)}
        said = directory / f"api-{self.port}.log"
        super().__init__(["api"], redis_url, said, **{**FOR_TESTS, **place, **env})

    @property
    def errors(self) -> str:
        """What it complained about, but for what was no HTTP at all."""
        said = self.output.splitlines()
        return "\n".join(line for line in said if "Invalid HTTP request" not in line)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        super().start()
        until(self._answers, START_SECONDS)

    def _answers(self) -> bool:
        if not self.alive():
            raise RuntimeError(f"the API ended at once; it said:\n{self.output}")
        try:
            return httpx.get(f"{self.base}/health/live", timeout=1.0).is_success
        except httpx.TransportError:
            return False


@contextmanager
def serving(redis_url: str, directory: Path, **env: str) -> Iterator[Api]:
    api = Api(redis_url, directory, **env)
    try:
        api.start()
        yield api
    finally:
        api.stop()


@contextmanager
def projecting(redis_url: str, directory: Path) -> Iterator[Program]:
    """The worker that keeps the lists."""
    with working("projector", redis_url, directory) as projector:
        yield projector


@contextmanager
def working(kind: str, redis_url: str, directory: Path, **env: str) -> Iterator[Program]:
    """A worker of this kind."""
    words = ["workers", "work", kind, *(["--name", "test"] if kind in NAMED else [])]
    worker = Program(words, redis_url, directory / f"{kind}-{free_port()}.log", **env)
    try:
        worker.start()
        yield worker
    finally:
        worker.stop()


def until(true: Callable[[], Any], seconds: float = 60.0) -> Any:
    """What `true` says as soon as it says yes; generous: others may keep the machine busy."""
    deadline = time.monotonic() + seconds
    while not (said := true()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {seconds} s")
        time.sleep(0.02)
    return said


@contextmanager
def calling(base: str, check: Check | None = None) -> Iterator[httpx.Client]:
    """Connections to one process; every answer that comes over them is checked."""

    def checked(answer: httpx.Response) -> None:
        answer.read()
        if check is not None:
            check(answer)

    with httpx.Client(base_url=base, timeout=PATIENCE, event_hooks={"response": [checked]}) as http:
        yield http


class Caller:
    """Someone at the other end: a player with a token, or (without one) anybody."""

    def __init__(self, http: httpx.Client, token: str | None = None, player: str = "") -> None:
        self.http, self.token, self.id = http, token, player

    def ask(self, method: str, path: str, **sent: Any) -> httpx.Response:
        headers = dict(sent.pop("headers", None) or {})
        if self.token is not None:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        return self.http.request(method, path, headers=headers, **sent)

    def get(self, path: str, **sent: Any) -> httpx.Response:
        return self.ask("GET", path, **sent)

    def post(self, path: str, body: Any = None, **sent: Any) -> httpx.Response:
        return self.ask("POST", path, **({} if body is None else {"json": body}), **sent)

    def delete(self, path: str, **sent: Any) -> httpx.Response:
        return self.ask("DELETE", path, **sent)

    def at(self, http: httpx.Client) -> "Caller":
        """The same player at another process."""
        return Caller(http, self.token, self.id)


def new_player(http: httpx.Client, name: str) -> Caller:
    made = http.post("/v1/players", json={"name": name})
    assert made.status_code == 201, made.text
    return Caller(http, made.json()["token"], made.json()["id"])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
