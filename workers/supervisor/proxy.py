"""HAProxy in front of several server processes: it sends all requests of a table to one of them.

A process keeps the tables that it has played in memory. With requests at random, each process
reads what the others have stored, and two processes are slower than one.
"""

import os
import resource
import shutil
from collections.abc import Sequence
from pathlib import Path

import click
from msgspec import json

from application.settings import Settings
from workers.supervisor.process import ChildProcess, Report
from workers.supervisor.store import CannotServe

SERVER = ("workers", "work", "server")
CONFIGURATION_FILE = "haproxy.cfg"
SOCKETS = "api"  # the folder of the sockets; only the user of the server may enter it
LONGEST_SOCKET_PATH = 100  # bytes; the kernel's limit is 104 to 108
WEIGHT = 100  # enough places on the circle of the hash for equal shares
SECONDS = 75  # longer than any request waits, and than the pause between two heartbeats
IDLE_SECONDS = 300  # HAProxy closes unused connections first: it would lose requests otherwise
OTHER_FILES = 64
DEPLOYED_CONNECTIONS = 20_000
DEPLOYED = """# HAProxy 2.6 or newer in front of the servers of compose.yaml.
# `ludotheque serve --processes N` writes the same with sockets. Made by:
#   python -m workers.supervisor.proxy > deploy/haproxy.cfg
# With a path prefix, make it again: LUDOTHEQUE_PREFIX=/ludo before this command.
resolvers containers
    parse-resolv-conf

"""
METRICS = """
frontend operator
    bind {address}
    http-request return status 404 unless {{ path /metrics }}
    http-request set-path {prefix}/metrics
    default_backend others
"""
AWAY = {
    "title": "Store unavailable",
    "status": 503,
    "detail": "No server process responds. Nothing was stored; retry in a second.",
}


def server_processes(settings: Settings, report: Report) -> list[ChildProcess]:
    """Return the server processes, and HAProxy before them if there are several."""
    if settings.processes == 1:
        return [ChildProcess("server", SERVER, report)]
    program = _haproxy()
    sockets = [_socket(settings.var, number) for number in range(1, settings.processes + 1)]
    servers = [
        ChildProcess(
            f"server {number}", SERVER, report, environment=environment_of(settings, socket)
        )
        for number, socket in enumerate(sockets, 1)
    ]
    file = settings.var / CONFIGURATION_FILE
    lines = [f"server api{n} unix@{path}" for n, path in enumerate(sockets, 1)]
    text = configuration(settings, lines, most_connections(settings))
    if settings.metrics_address is not None:
        text += METRICS.format(address=_bind(*settings.metrics_address), prefix=settings.prefix)
    file.write_text(text)
    return [
        *servers,
        ChildProcess("haproxy", ["-q", "-db", "-f", str(file)], report, program=program),
    ]


def configuration(settings: Settings, servers: Sequence[str], connections: int) -> str:
    """Return the configuration of HAProxy 2.6 or newer for these `server` lines.

    A server is checked once, in `others`; `tables` follows, so that both know it at the same time.
    """
    checked = "\n".join(f"    {server} check inter 500ms rise 1" for server in servers)
    tracking = "\n".join(
        f"    {server} track others/{server.split()[1]} weight {WEIGHT}" for server in servers
    )
    prefix, before = settings.prefix, settings.prefix.count("/")
    hide = f"\n    http-request return status 404 if {{ path {prefix}/metrics }}"
    hidden = hide if settings.metrics_address else ""
    away = json.encode({"type": f"{prefix}/problems/store_unavailable", **AWAY}).decode()
    return f"""global
    maxconn {connections}
    tune.bufsize {2 * settings.largest_head}

defaults
    mode http
    timeout connect 2s
    timeout client {SECONDS}s
    timeout server {SECONDS}s
    timeout queue 2s
    retries 3
    option redispatch 1
    http-error status 503 content-type application/problem+json hdr Retry-After 1 string '{away}'

frontend public
    bind {_bind(settings.host, settings.port)}
    {_caller_header(settings)}
    acl of_table path_beg {prefix}/v1/tables/
    acl of_lobby path_beg {prefix}/v1/tables/stream{hidden}
    use_backend tables if of_table !of_lobby
    default_backend others

backend tables
    balance hash path,field({4 + before},/)
    hash-type consistent
{tracking}

backend others
    balance leastconn
    option httpchk GET {prefix}/health/live
{checked}
"""


def deployed(prefix: str = "") -> str:
    """Return `deploy/haproxy.cfg`: the same for the two servers of `compose.yaml`."""
    options = "resolvers containers init-addr last,libc,none"
    servers = [f"server server{number} server{number}:8000 {options}" for number in (1, 2)]
    everywhere = Settings(processes=2, host="0.0.0.0", prefix=prefix)  # noqa: S104 - inside of a container
    return DEPLOYED + configuration(everywhere, servers, DEPLOYED_CONNECTIONS)


def most_connections(settings: Settings) -> int:
    """Return how many connections HAProxy may have; each needs two open files."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections * settings.processes
    return wanted if files == resource.RLIM_INFINITY else min(wanted, (files - OTHER_FILES) // 2)


def _caller_header(settings: Settings) -> str:
    if settings.proxy_header == "Forwarded":
        return 'http-request add-header Forwarded "for=\\"[%[src]]\\""'
    return "option forwardfor"


def _bind(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def environment_of(settings: Settings, socket: Path) -> dict[str, str]:
    """Return the variables of one of several processes."""
    idle = max(IDLE_SECONDS, settings.idle_seconds)
    return {
        "LUDOTHEQUE_SOCKET": str(socket),
        "LUDOTHEQUE_IDLE_SECONDS": str(idle),
        "LUDOTHEQUE_METRICS_ADDRESS": "",  # HAProxy has it, and any process answers for all
    }


def _socket(var: Path, number: int) -> Path:
    folder = var / SOCKETS
    path = folder / f"{number}.sock"
    if len(os.fsencode(path)) > LONGEST_SOCKET_PATH:
        raise CannotServe(
            f"The path {path} is too long for a socket. Set LUDOTHEQUE_VAR to a shorter one."
        )
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def _haproxy() -> str:
    program = shutil.which("haproxy")
    if program is None:
        raise CannotServe(
            "Several processes need HAProxy 2.6 or newer, which is not installed. Install it"
            " (`apt-get install haproxy`), or serve with one process."
        )
    return program


if __name__ == "__main__":
    click.echo(deployed(Settings.from_environment().prefix), nl=False)
