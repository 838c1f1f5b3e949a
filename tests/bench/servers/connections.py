"""Connections that send requests without pause: either echo requests or commands of tables."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence

from openapi.play.table import Player
from tests.bench.servers.gumball_tables import (
    PLAIN,
    GumballTable,
    Style,
    register_players,
    start_table,
)
from tests.bench.servers.http_connection import Address, HttpConnection, request

ECHO_BODY = b'{"type":"gumball_rally.play","card":"red-10"}'
TOKEN = "x" * 43  # so that an echo request is as long as a command
TABLES = 3  # prepared for each connection and round; each lasts for 50 commands or more


class Round:
    """All connections send without pause for some seconds; the answers are counted."""

    def __init__(self, connections: "Sequence[Connection]") -> None:
        self._connections = connections
        self._active = len(connections)
        self._all_done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.stopped = False
        self.answers = 0

    async def run(self, seconds: float) -> float:
        """Return the answers per second."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        for connection in self._connections:
            connection.begin(self)
        await asyncio.wait([self._all_done], timeout=seconds)
        rate = self.answers / (loop.time() - began)
        self.stopped = True
        await self._all_done
        return rate or self.answers / (loop.time() - began)  # no answer in time: a busy machine

    def count_answer(self) -> bool:
        """Count an answer; return whether the connection is to send again."""
        self.answers += 1
        return not self.stopped

    def leave(self) -> None:
        self._active -= 1
        if not self._active and not self._all_done.done():
            self._all_done.set_result(None)

    def fail(self, error: Exception) -> None:
        if not self._all_done.done():
            self._all_done.set_exception(error)


class Connection(ABC):
    def __init__(self, address: Address) -> None:
        self._address = address

    async def prepare(self) -> None:
        """Connect; once for every round, because a server closes idle connections."""
        self._http = await HttpConnection.open(self._address)

    def begin(self, round_: Round) -> None:
        """Send a request, and the next at every answer until the round is over."""
        self._round = round_
        self._send()

    @abstractmethod
    def _next_request(self) -> bytes:
        """Return the request to send."""

    def _read(self, body: bytes) -> bool:
        """Read an answer; return whether there is another request to send."""
        return True

    def _send(self) -> None:
        self._http.send(self._next_request(), self._receive, self._round.fail)

    def _receive(self, body: bytes) -> None:
        has_more = self._read(body)
        if self._round.count_answer() and has_more:
            self._send()
        else:
            self._round.leave()

    def close(self) -> None:
        """Disconnect; after the round, so that it does not count."""
        self._http.close()


class EchoConnection(Connection):
    _request = request("POST", "/echo", ECHO_BODY, TOKEN)

    def _next_request(self) -> bytes:
        return self._request


class TableConnection(Connection):
    """Plays its tables one after the other, each to its end or for a number of moves."""

    prepared_tables = TABLES
    most_moves: int | None = None

    def __init__(self, address: Address, style: Style = PLAIN) -> None:
        super().__init__(address)
        self._style = style
        self._players: list[Player] = []
        self._tables: list[GumballTable] = []

    async def prepare(self) -> None:
        """Also start enough tables to play without pause for a whole round.

        A request that does not count lets a proxy open its own connection to the server.
        """
        await super().prepare()
        self._players = self._players or await register_players(self._http)
        while len(self._tables) < self.prepared_tables:
            table = await start_table(self._http, self._players)
            table.use(self._style)
            await self._started(table)
            self._tables.append(table)
        await self._http.ask(request("GET", self._tables[0].path, None, self._players[0].token))

    async def _started(self, table: GumballTable) -> None:
        """Prepare more for a table that was started."""

    def _next_request(self) -> bytes:
        return self._tables[0].next_command()

    def _read(self, body: bytes) -> bool:
        table = self._tables[0]
        table.read(body)
        if table.ended or table.moves == self.most_moves:
            del self._tables[0]
        return bool(self._tables)
