"""Tables at which only bots play, from the start to the end; every stored move counts."""

import asyncio
from typing import Any

import msgspec

from tests.bench.connections import Connection, Round
from tests.bench.gumball_tables import DECISION_OPENED, register_players
from tests.bench.http_connection import request

TABLES, SEATS = 8, 3
LOOK_SECONDS = 0.1  # between two looks at one table, for which the API needs half a millisecond
LAST_EVENTS = 20  # the last decision is among them


class BotTables(Connection):
    """Starts its tables at once and waits until all are closed.

    Gumball Rally asks one seat at a time, so the number of the last decision is that of the moves.
    """

    async def prepare(self) -> None:
        await super().prepare()
        self._token, *_ = await register_players(self._http)
        self._paths = [await self._opened() for _ in range(TABLES)]

    def begin(self, round_: Round) -> None:
        self._round = round_
        self._playing = asyncio.create_task(self._play())
        self._playing.add_done_callback(self._played)

    async def _play(self) -> int:
        for path in self._paths:
            await self._ask("POST", f"{path}/start")
        return sum([await self._moves(path) for path in self._paths])

    def _played(self, playing: "asyncio.Task[int]") -> None:
        error = playing.exception()
        if isinstance(error, Exception):
            self._round.fail(error)
            return
        self._round.answers += playing.result()
        self._round.leave()

    async def _opened(self) -> str:
        opened = await self._ask("POST", "/v1/tables", {"game": "gumball_rally", "seats": SEATS})
        path = f"/v1/tables/{opened['id']}"
        for _ in range(SEATS):
            await self._ask("POST", f"{path}/seats", {"bot": "greedy"})
        return path

    async def _moves(self, path: str) -> int:
        """Return the number of moves once the table is closed."""
        while (table := await self._ask("GET", path))["status"] == "running":
            await asyncio.sleep(LOOK_SECONDS)
        assert table["status"] == "finished", table
        page = await self._ask("GET", f"{path}/events?after={table['version'] - LAST_EVENTS}")
        numbers = [
            event["data"]["number"] for event in page["events"] if event["type"] == DECISION_OPENED
        ]
        return int(numbers[-1])

    async def _ask(self, method: str, path: str, body: Any = None) -> Any:
        encoded = None if body is None else msgspec.json.encode(body)
        return await self._http.ask(request(method, path, encoded, self._token))

    def _next_request(self) -> bytes:
        raise AssertionError("it sends its requests itself")
