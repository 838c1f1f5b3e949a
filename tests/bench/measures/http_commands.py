"""Commands per second over HTTP on cached tables, as a share of the rate of a bare echo."""

import os
from collections.abc import Mapping, Sequence

import uvloop

from openapi.load.own_server import RunningServer, own_server, web_process
from tests.bench.result import Result, Show, of_rounds
from tests.bench.sampling import (
    Load,
    Sample,
    cpu,
    micros,
    quotients,
    rate,
    sample_in_turn,
    under_load,
)
from tests.bench.servers.connections import EchoConnection, TableConnection
from tests.bench.servers.gumball_tables import PLAIN, Style

CONNECTIONS = 64
ROUNDS = 8
SECONDS = 0.6
TARGET, STYLE_TARGET = 0.70, 0.65
STORE_TARGET = 90.0  # µs
ECHO, RAW, COMMAND = "Litestar echo", "raw ASGI echo", "command"
ECHO_SERVER = "tests.bench.servers.echo_server"
LONG_WAY = "command by the framework's route"
STYLES = {
    COMMAND: PLAIN,
    "command with ?lang=en": Style("?lang=en"),
    "command with If-Match": Style(if_match=True),
    "command with ?seat": Style("?seat={seat}"),
}


def measure(show: Show) -> list[Result]:
    with (
        own_server() as api,
        own_server("tests.bench.servers.long_way_server") as long_way,
        web_process([ECHO_SERVER], "/live", "") as echo,
        web_process([ECHO_SERVER, "raw"], "/live", "") as raw,
    ):
        return uvloop.run(_rounds(api, long_way, {ECHO: echo, RAW: raw}, show))


async def _rounds(
    api: RunningServer, long_way: RunningServer, echoes: Mapping[str, tuple[int, int]], show: Show
) -> list[Result]:
    client = os.getpid()
    loads = {
        name: Load(
            [EchoConnection(port) for _ in range(CONNECTIONS)], {"web": pid, "client": client}
        )
        for name, (port, pid) in echoes.items()
    }
    loads |= {name: _commands(api, style) for name, style in STYLES.items()}
    loads[LONG_WAY] = _commands(long_way, PLAIN)
    taken = await sample_in_turn(loads, ROUNDS, SECONDS, show)
    return under_load(_results(taken), taken)


def _commands(api: RunningServer, style: Style) -> Load:
    pids = {"web": api.pid, "store": api.store_pid, "client": os.getpid()}
    return Load([TableConnection(api.port, style) for _ in range(CONNECTIONS)], pids)


def _results(taken: Mapping[str, Sequence[Sample]]) -> list[Result]:
    echo, commands = taken[ECHO], taken[COMMAND]
    results = []
    targets = {**dict.fromkeys(STYLES, STYLE_TARGET), COMMAND: TARGET, LONG_WAY: None}
    for name, target in targets.items():
        by_time = quotients(echo, taken[name], cpu("web"))
        by_rate = quotients(taken[name], echo, rate)
        results += [
            of_rounds(f"HTTP: {name} ÷ {ECHO}, by CPU of the web process", by_time, "", target),
            of_rounds("  the same by answers per second", by_rate),
        ]
    results.append(
        of_rounds(f"HTTP: {COMMAND} ÷ {RAW}, by CPU", quotients(taken[RAW], commands, cpu("web")))
    )
    results += [micros(f"  {name}: web process", taken[name], "web") for name in taken]
    store = [one.micros["store"] for one in commands]
    results += [
        of_rounds("  a command costs the store", store, "µs", STORE_TARGET, "at most"),
        micros("  a command costs this client", commands, "client"),
    ]
    return results
