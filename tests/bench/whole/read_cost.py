"""What reads cost in a real `serve`, in processor time of all processes, compared with an echo.

A caller who knows the ETag of an answer gets 304 as long as it has not changed.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import httpx
import uvloop

from openapi.load.own_server import HOST, web_process
from tests.bench.result import Result, Show, of_rounds
from tests.bench.sampling import Load, Sample, quotients, sample_in_turn, total, under_load
from tests.bench.servers.connections import Connection, EchoConnection
from tests.bench.servers.gumball_tables import register_players, start_table
from tests.bench.servers.http_connection import END_OF_HEAD, Address, HttpConnection, head, request
from tests.bench.whole.running_serve import RunningServe, running_serve

CONNECTIONS, TABLES = 64, 20
REPLAYING = 4  # connections that read histories; the server refuses to replay many at once
ROUNDS, SECONDS, LIMIT = 5, 0.4, 120.0
MOVES = 6  # at the tables that are read
ECHO, NOT_MODIFIED = "Litestar echo", "304 of "
GAME = "/v1/games/gumball_rally"
# How many times cheaper than an echo it should be.
TARGETS = {"table": 3.0, "actions": 2.0, "events": 2.0, "list of 20 tables": 1.0}
NOT_MODIFIED_TARGET = 5.0


class Read(NamedTuple):
    path: str
    token: str

    @property
    def connections(self) -> int:
        return REPLAYING if self.path.endswith("/history") else CONNECTIONS


class ReadConnection(Connection):
    """Sends the same GET again and again."""

    def __init__(self, address: Address, read: Read, etag: str = "") -> None:
        super().__init__(address)
        condition = f"\r\nIf-None-Match: {etag}".encode() if etag else b""
        self._request = head("GET", read.path, read.token) + condition + END_OF_HEAD

    def _next_request(self) -> bytes:
        return self._request


def measure(show: Show) -> list[Result]:
    with (
        running_serve() as serve,
        web_process(["tests.bench.servers.echo_server"], "/live", "") as (port, echo),
    ):
        at_rest = serve.shares()
        echoes = [EchoConnection(port) for _ in range(CONNECTIONS)]
        return uvloop.run(_rounds(serve, at_rest, Load(echoes, {"echo": echo}), show))


async def _rounds(
    serve: RunningServe, at_rest: Mapping[str, float], echo: Load, show: Show
) -> list[Result]:
    reads = await _reads(serve.port)
    await serve.settled()  # the list shows the tables now
    loads = {ECHO: echo}
    for name, read in reads.items():
        for kind, etag in _variants(serve.port, read).items():
            readers = [ReadConnection(serve.port, read, etag) for _ in range(read.connections)]
            loads[kind + name] = Load(readers, serve.pids, at_rest=at_rest)
    taken = await sample_in_turn(loads, ROUNDS, SECONDS, show, LIMIT)
    return under_load(rows(taken), taken)


async def _reads(port: int) -> dict[str, Read]:
    """Start tables and end one; return every main GET, sent by a player who must decide."""
    http = await HttpConnection.open(port)
    players = await register_players(http)
    running, short, *_ = [await start_table(http, players) for _ in range(TABLES + 1)]
    for table in (running, short):
        for _ in range(MOVES):
            table.read(await http.body(table.next_command()))
    for player in players[1:]:
        await http.ask(request("POST", f"{short.path}/resign", None, player.token))
    http.close()
    paths = {
        "table": running.path,
        "actions": f"{running.path}/actions",
        "events": f"{running.path}/events",
        f"list of {TABLES} tables": f"/v1/tables?status=running&limit={TABLES}",
        "game": GAME,
        "components": f"{GAME}/components",
        "rules": f"{GAME}/rules",
        "players/me": "/v1/players/me",
        "leaderboard": f"{GAME}/leaderboard",
        "history of a short table": f"{short.path}/history",
    }
    return {name: Read(path, running.awaited) for name, path in paths.items()}


def _variants(port: int, read: Read) -> dict[str, str]:
    """Return the ETags to send by the kind of the answer; some answers have none."""
    bearer = {"Authorization": f"Bearer {read.token}", "Accept-Encoding": "identity"}
    answer = httpx.get(f"http://{HOST}:{port}{read.path}", headers=bearer).raise_for_status()
    etag = answer.headers.get("etag", "")
    return {"": "", **({NOT_MODIFIED: etag} if etag else {})}


def rows(taken: Mapping[str, Sequence[Sample]]) -> list[Result]:
    """Return how much cheaper than an echo each read is, and its cost."""
    results = []
    for name, samples in taken.items():
        aim = NOT_MODIFIED_TARGET if name.startswith(NOT_MODIFIED) else TARGETS.get(name)
        cheaper = quotients(taken[ECHO], samples, total)
        if name != ECHO:
            results.append(of_rounds(f"reads: {ECHO} ÷ {name}", cheaper, "", aim))
        results.append(of_rounds(f"  {name}", [one.total for one in samples], "µs"))
    return results
