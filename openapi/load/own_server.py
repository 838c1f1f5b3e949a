"""Starts a store and an API on free ports of this machine; both stop when the block ends."""

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from application.ops.child_process import bound_to_parent
from store.embedded.server import EmbeddedServer

HOST = "127.0.0.1"
ROOT = Path(__file__).resolve().parents[2]
STDERR = 2
START_SECONDS, STOP_SECONDS = 120.0, 10.0  # on a busy machine; usual are a few
# Limits are for callers, not for a load test, whose connections rest while others are prepared.
UNLIMITED = {"LUDOTHEQUE_LIMITS": "off", "LUDOTHEQUE_IDLE_SECONDS": "300"}


class DidNotStart(RuntimeError):
    """The server ended, or did not answer in time, before it was ready."""


@dataclass(frozen=True)
class RunningServer:
    """A running API: its port, its process and the process of its store."""

    port: int
    pid: int
    store_pid: int

    @property
    def base(self) -> str:
        return f"http://{HOST}:{self.port}"


@contextmanager
def own_server(module: str = "api") -> Iterator[RunningServer]:
    """Run an API, or a module that is like it, with a store of its own."""
    with own_store() as store, web_process([module], "/health/ready", store.url) as (port, pid):
        assert store.pid is not None
        yield RunningServer(port, pid, store.pid)


@contextmanager
def whole_server(var: str | None = None) -> Iterator[tuple[int, int]]:
    """Run `ludotheque serve` with all its workers; yield its port and process id once it is ready.

    It is ready before all workers have started. Its data is in `var`, or in a folder that is
    deleted at the end.
    """
    with tempfile.TemporaryDirectory(prefix="ludotheque-load-") as temporary:
        directory = var or temporary
        env = {"LUDOTHEQUE_VAR": directory, "LUDOTHEQUE_QUEUE_URL": ""}
        with web_process(["workers", "serve"], "/health/ready", "", env) as server:
            yield server


@contextmanager
def own_store(fsync: str = "always") -> Iterator[EmbeddedServer]:
    with tempfile.TemporaryDirectory(prefix="ludotheque-load-") as directory:
        store = EmbeddedServer(directory, fsync=fsync)
        store.start()
        try:
            yield store
        finally:
            store.stop()


@contextmanager
def web_process(
    module: Sequence[str], path: str, store_url: str, extra_env: Mapping[str, str] | None = None
) -> Iterator[tuple[int, int]]:
    """Run `python -m <module>`; yield its port and process id once `path` returns 200."""
    port = free_port()
    address = {"HOST": HOST, "PORT": str(port), "LUDOTHEQUE_REDIS_URL": store_url}
    env = {**UNLIMITED, **address, **(extra_env or {})}
    command = [sys.executable, "-m", *module]
    with started(command, lambda: answers(HOST, port, path), env) as pid:
        yield port, pid


@contextmanager
def started(
    command: Sequence[str], is_ready: Callable[[], bool], env: Mapping[str, str] | None = None
) -> Iterator[int]:
    """Run a server until the block ends; yield its process id once it is ready."""
    child = subprocess.Popen(  # noqa: S603
        bound_to_parent(*command),
        env={**os.environ, **(env or {})},
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C does not reach it; it is stopped below
        stdout=STDERR,  # standard output is for the measurements
    )
    try:
        _await_ready(child, is_ready)
        yield child.pid
    finally:
        child.terminate()
        try:
            child.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def answers(host: str, port: int, path: str) -> bool:
    connection = http.client.HTTPConnection(host, port, timeout=5.0)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _await_ready(child: "subprocess.Popen[bytes]", is_ready: Callable[[], bool]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not is_ready():
        if child.poll() is not None:
            raise DidNotStart(f"the server ended with code {child.returncode}")
        if time.monotonic() > deadline:
            raise DidNotStart(f"no response within {START_SECONDS:.0f} s")
        time.sleep(0.05)
