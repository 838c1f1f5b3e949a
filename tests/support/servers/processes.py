"""Processes of servers for tests, and waiting until a condition holds."""

import asyncio
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from inspect import isawaitable
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from httpx._config import DEFAULT_TIMEOUT_CONFIG, create_ssl_context
from httpx._transports import default as transports

from openapi.load.own_server import UNLIMITED
from store.embedded.server import EmbeddedServer
from tests.support.servers.forked_program import ForkedProgram
from tests.support.servers.ports import free_port

# Waiting for what another task, thread or process does.

PATIENCE = 120.0  # seconds; the one limit of all waits: a busy machine is slow, not broken
PROGRAM_SECONDS = 10 * PATIENCE  # the limit of a program that a test runs to its end
PAUSE = 0.02


def until(condition: Callable[[], Any]) -> Any:
    """Return the first true value of `condition`."""
    deadline = time.monotonic() + PATIENCE
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {PATIENCE:g} s")
        time.sleep(PAUSE)
    return value


def succeeds(url: str, http: Any = httpx, **options: Any) -> bool:
    """Return whether a GET is answered with 2xx; False also if no server is there."""
    try:
        return bool(http.get(url, **options).is_success)
    except httpx.HTTPError:
        return False


def let_clients_wait() -> None:
    """Let httpx wait as long for a server as `until` does; its default is 5 s.

    Its clients share what they know of certificates: reading them again takes 20 ms of processor
    time, as often as a server is asked whether it is there.
    """
    for phase in ("connect", "read", "write", "pool"):
        setattr(DEFAULT_TIMEOUT_CONFIG, phase, PATIENCE)
    setattr(transports, "create_ssl_context", cache(create_ssl_context))  # noqa: B010


async def eventually(condition: Callable[[], Any]) -> Any:
    """Return the first true value of `condition`, which may be a coroutine function."""
    async with asyncio.timeout(PATIENCE):
        while True:
            value = condition()
            if value := await value if isawaitable(value) else value:
                return value
            await asyncio.sleep(PAUSE)


# API and worker processes on free ports.

STOP_SECONDS = 10.0
SERVER = ("workers", "work", "server")  # the API and all loops
# Input that is not HTTP; a pause, of the machine or between two API processes on one store.
EXPECTED = ("Invalid HTTP request", "the store's clock shows a pause")
# All tests call from one address; streams end soon unless a test asks otherwise.
FOR_TESTS = {**UNLIMITED, "LUDOTHEQUE_STREAM_SECONDS": "2"}
_numbers = count(1)  # of the logs of workers


class Program:
    """A Python program of this repository in a process, and its output."""

    def __init__(self, words: list[str], redis_url: str, output: Path, **env: str) -> None:
        self._words = words
        var = {"LUDOTHEQUE_VAR": str(output.parent / "var")}
        self._env = {**os.environ, "LUDOTHEQUE_REDIS_URL": redis_url, **var, **env}
        self._log = output
        self._child: ForkedProgram | None = None

    @property
    def output(self) -> str:
        return self._log.read_text() if self._log.exists() else ""

    def start(self) -> None:
        self._child = ForkedProgram(self._words, self._env, self._log)

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
    """`python -m api`; after a restart it listens on the same port."""

    def __init__(self, redis_url: str, directory: Path, *words: str, **env: str) -> None:
        self.port, self._prefix = free_port(), env.get("LUDOTHEQUE_PREFIX", "")
        directory.mkdir(parents=True, exist_ok=True)
        place = {"HOST": "127.0.0.1", "PORT": str(self.port)}
        log = directory / f"api-{self.port}.log"
        super().__init__([*words] or ["api"], redis_url, log, **{**FOR_TESTS, **place, **env})

    @property
    def errors(self) -> str:
        """Return its output without the warnings that tests and a busy machine cause."""
        log = self.output.splitlines()
        return "\n".join(line for line in log if not any(text in line for text in EXPECTED))

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}{self._prefix}"

    def start(self) -> None:
        super().start()
        until(self._answers)

    def _answers(self) -> bool:
        if not self.alive():
            raise RuntimeError(f"the API ended at once; it said:\n{self.output}")
        return succeeds(f"{self.base}/health/live")


@contextmanager
def serving(redis_url: str, directory: Path, **env: str) -> Iterator[Api]:
    api = Api(redis_url, directory, **env)
    try:
        api.start()
        yield api
    finally:
        api.stop()


@contextmanager
def working(kind: str, redis_url: str, directory: Path, **env: str) -> Iterator[Program]:
    """Run a loop of this kind alone, or the worker of jobs."""
    words = ["workers", "work", kind]
    worker = Program(words, redis_url, directory / f"{kind}-{next(_numbers)}.log", **env)
    try:
        worker.start()
        yield worker
    finally:
        worker.stop()


@contextmanager
def playing(redis_url: str, directory: Path, **env: str) -> Iterator[Api]:
    """Run a server process: the API and all loops, as `ludotheque serve` runs it."""
    server = Api(redis_url, directory, *SERVER, **env)
    try:
        server.start()
        yield server
        assert "Traceback" not in server.output
    finally:
        server.stop()


# An API process with limits that are low enough for tests to reach.

TIGHT_LIMITS = {
    "LUDOTHEQUE_HEARTBEAT_SECONDS": "0.2",
    "LUDOTHEQUE_SLOW_SECONDS": "3",
    "LUDOTHEQUE_STREAMS_PER_TOKEN": "2",
    "LUDOTHEQUE_PLAYERS_PER_ADDRESS": "2",
    "LUDOTHEQUE_STREAMS": "4",
    "LUDOTHEQUE_SEEKS_PER_PLAYER": "2",
    "LUDOTHEQUE_SEEK_SECONDS": "2",
    "LUDOTHEQUE_REQUEST_SECONDS": "3",
    "LUDOTHEQUE_CORS_ORIGINS": "https://board.example,https://other.example",
}


@contextmanager
def serving_with_tight_limits(store: EmbeddedServer, directory: Path, **env: str) -> Iterator[Api]:
    directory.mkdir(parents=True, exist_ok=True)
    with serving(store.url, directory, **{**TIGHT_LIMITS, **env}) as process:
        yield process
        assert process.errors == ""
