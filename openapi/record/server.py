"""The server under record: the real application and a real store, in a world of its own."""

import hashlib
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random

import httpx

from api.app import create_app
from api.services import Services
from application.handle import handle
from application.settings import Settings
from domain.judging.decision_clock import awaited, game_of
from domain.judging.judge import ByClock, ByPlayer
from domain.kernel.game import AnyGame
from domain.kernel.ids import PlayerId, Seat, TableId
from domain.kernel.messages import Command
from domain.table.commands import CallTime, MoveDeadline, Outage
from domain.table.state import Closed, Running
from openapi.record.open_parameters import open_answer
from openapi.record.worker_steps import Chores, chores
from store.embedded.server import EmbeddedServer

# Far ahead, because the store compares deadlines with its own clock: none has passed.
NOON = 2_524_651_200_000  # 2050-01-01T12:00:00.000Z
LONG_AGO = NOON - 25 * 365 * 24 * 3_600_000  # for those who are to be late
A_WHILE = 1_500  # milliseconds from one request to the next


class RecordedWorld:
    """Time goes on from request to request; luck is drawn from a name and a number."""

    def __init__(self) -> None:
        self.time = NOON
        self.begin("recorded")

    def begin(self, luck: str) -> None:
        """From here on luck is this one's own, whatever was drawn before."""
        self._luck, self._drawn = luck, 0

    def now(self) -> int:
        return self.time

    def fresh(self, n: int) -> bytes:
        self._drawn += 1
        return hashlib.shake_256(f"{self._luck} {self._drawn}".encode()).digest(n)


class Server:
    """Requests, and the workers' chores when they are due."""

    def __init__(
        self, http: httpx.AsyncClient, services: Services, world: RecordedWorld, chores: Chores
    ) -> None:
        self.http, self.chores, self._desk, self._world = http, chores, services, world

    async def asked(
        self, table: TableId, openly: Random | None
    ) -> tuple[Seat, Sequence[Command]] | None:
        """Who is to answer, and what may be answered, also unlisted; None after the end."""
        state = (await self._desk.tables.find(table)).state
        if not isinstance(state, Running):
            return None
        seat, game = min(awaited(state)), game_of(state)
        legal = game.legal(state.play, seat)
        unlisted = open_answer(game, state.play, seat, legal, openly) if openly else ()
        return seat, (*legal, *unlisted)

    async def won(self, table: TableId, game: AnyGame) -> set[str]:
        """What its players may bring along to a table that follows."""
        state = (await self._desk.tables.find(table)).state
        assert isinstance(state, Closed)
        return {reward for rewards in game.rewards(state.play) for reward in rewards}

    async def send(self, table: TableId, player: PlayerId, command: Command) -> None:
        """What is no example need not be said in HTTP."""
        self._world.time += A_WHILE
        await handle(self._desk.tables, table, ByPlayer(player), command)

    def begin(self, luck: str) -> None:
        self._world.begin(luck)

    async def away(self, table: TableId, seconds: int) -> None:
        """What the clock does after nobody could reach the store for so long."""
        began = self._world.time
        self._world.time += 1000 * seconds
        outage = Outage(began, self._world.time)
        await handle(self._desk.tables, table, ByClock(), MoveDeadline((outage,)))

    async def call_time(self, table: TableId, seconds: int) -> None:
        """What the clock does once nobody has answered for so long."""
        self._world.time += 1000 * seconds
        await handle(self._desk.tables, table, ByClock(), CallTime())

    @contextmanager
    def long_ago(self) -> Iterator[None]:
        """Whatever is asked now was to be answered before the store's clock began to run."""
        later, self._world.time = self._world.time, LONG_AGO
        yield
        self._world.time = later


def settings(url: str) -> Settings:
    """Whoever records is in a hurry."""
    return Settings(
        redis_url=url,
        webhooks_loopback=True,
        per_token=None,
        per_address=None,
        of_registration=None,
        stream_seconds=1,
    )


@asynccontextmanager
async def recorded_server() -> AsyncIterator[Server]:
    world = RecordedWorld()

    async def go_on(_: httpx.Request) -> None:
        world.time += A_WHILE

    with tempfile.TemporaryDirectory() as named:
        store = EmbeddedServer(Path(named) / "store", fsync="no")
        store.start()
        try:
            front = create_app(settings(store.url), world)
            reached = httpx.ASGITransport(front)  # type: ignore[arg-type]
            async with (
                front.app.lifespan(),
                httpx.AsyncClient(
                    transport=reached,
                    base_url="http://recorded",
                    event_hooks={"request": [go_on]},
                ) as http,
                chores(front.app.state.services, store.url, world) as workers,
            ):
                yield Server(http, front.app.state.services, world, workers)
        finally:
            store.stop()
