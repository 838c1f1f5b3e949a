"""API processes on unix sockets, as `serve --processes` starts them, with or without HAProxy."""

import shutil
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from application.settings import Settings
from openapi.load.own_server import HOST, UNLIMITED, answers, free_port, started
from tests.bench.servers.http_connection import END_OF_HEAD, head
from workers.supervisor.proxy import configuration, environment_of

READY = "/health/ready"
CONNECTIONS = 1_000


@contextmanager
def processes(sockets: Sequence[Path], store_url: str) -> Iterator[list[int]]:
    """Run an API at each of the sockets; yield their process ids."""
    with ExitStack() as running:
        yield [running.enter_context(_process(each, store_url)) for each in sockets]


@contextmanager
def _process(path: Path, store_url: str) -> Iterator[int]:
    own = environment_of(Settings(), path)
    env = {**UNLIMITED, **own, "LUDOTHEQUE_REDIS_URL": store_url}
    with started([sys.executable, "-m", "api"], lambda: _is_ready(path), env) as pid:
        yield pid


@contextmanager
def haproxy(sockets: Sequence[Path], folder: Path) -> Iterator[tuple[int, int] | None]:
    """Run HAProxy with the configuration of `serve`; yield port and process id, or none."""
    program = shutil.which("haproxy")
    if program is None:
        yield None
        return
    port = free_port()
    settings = Settings(processes=len(sockets), host=HOST, port=port)
    servers = [f"server api{number} unix@{path}" for number, path in enumerate(sockets, 1)]
    file = folder / "haproxy.cfg"
    file.write_text(configuration(settings, servers, CONNECTIONS))
    command = [program, "-q", "-db", "-f", str(file)]
    with started(command, lambda: answers(HOST, port, READY)) as pid:
        yield port, pid


def _is_ready(path: Path) -> bool:
    """Return whether the API at this socket is ready."""
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1.0)
            connection.connect(str(path))
            connection.sendall(head("GET", READY) + END_OF_HEAD)
            return connection.recv(16).startswith(b"HTTP/1.1 200")
    except OSError:
        return False
