"""Tables at which only bots play, from the start to the end; every stored move counts."""

import asyncio

from openapi.play.table import Result, Steps, Table
from tests.bench.servers.connections import Connection, Round
from tests.bench.servers.gumball_tables import DECISION_OPENED, GAME, SEATS, drive, register_players
from tests.support.players.api_document import API

TABLES = 8
LOOK_SECONDS = 0.1  # between two looks at one table, for which the API needs half a millisecond
LAST_EVENTS = 20  # the last decision is among them


class BotTables(Connection):
    """Starts its tables at once and waits until all are closed.

    Gumball Rally asks one seat at a time, so the number of the last decision is that of the moves.
    """

    async def prepare(self) -> None:
        await super().prepare()
        self._owners = await register_players(self._http, 1)
        self._tables = [await self._opened() for _ in range(TABLES)]

    def begin(self, round_: Round) -> None:
        self._round = round_
        self._playing = asyncio.create_task(self._play())
        self._playing.add_done_callback(self._played)

    async def _play(self) -> int:
        for table in self._tables:
            await self._drive(table.start())
        return sum([await self._moves(table) for table in self._tables])

    def _played(self, playing: "asyncio.Task[int]") -> None:
        error = playing.exception()
        if isinstance(error, Exception):
            self._round.fail(error)
            return
        self._round.answers += playing.result()
        self._round.leave()

    async def _opened(self) -> Table:
        table = Table(API, [owner.id for owner in self._owners])
        await self._drive(table.open(game=GAME, seats=SEATS))
        await self._drive(table.fill(["greedy"] * SEATS))
        return table

    async def _moves(self, table: Table) -> int:
        """Return the number of moves once the table is closed."""
        while (seen := await self._drive(table.look()))["status"] == "running":
            await asyncio.sleep(LOOK_SECONDS)
        assert seen["status"] == "finished", seen
        page = await self._drive(table.ask(0, "listEvents", after=seen["version"] - LAST_EVENTS))
        numbers = [
            event["data"]["number"] for event in page["events"] if event["type"] == DECISION_OPENED
        ]
        return int(numbers[-1])

    async def _drive(self, steps: Steps[Result]) -> Result:
        return await drive(self._http, self._owners, steps)

    def _next_request(self) -> bytes:
        raise AssertionError("it sends its requests itself")
