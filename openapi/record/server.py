"""The recorded server: the real application and store, with a clock and random bytes of its own."""

import hashlib
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random

import httpx

from api.admission.usage import Usage
from api.app import create_app
from api.composition import Parts
from application.administration.office import Office
from application.handle import handle
from application.play.rules_source import Openings
from application.settings import NO_LIMITS, Settings
from application.table_cache import TableCache
from domain.judging.actors import ByClock, ByPlayer
from domain.judging.decision_clock import awaited, game_of
from domain.kernel.game import AnyGame
from domain.kernel.ids import PlayerId, Seat, TableId
from domain.kernel.messages import Command
from domain.log.entries import RECEIPTS
from domain.log.note import ED25519, Signer
from domain.table.commands import CallTime, MoveDeadline, Outage, RulesSource
from domain.table.state import Closed, Running
from openapi.load.own_server import own_store
from openapi.record.open_parameters import unlisted_command
from openapi.record.worker_steps import WorkerSteps, worker_steps
from store.connect import Store
from store.public_log.identity import LOG_KEY, RECEIPTS_KEY

# In the future, because the store compares deadlines with its own clock: none has passed.
NOON = 2_524_651_200_000  # 2050-01-01T12:00:00.000Z
PAST = NOON - 25 * 365 * 24 * 3_600_000  # for tables whose deadlines have passed
LOG_ORIGIN = "example.org/log"
CALLER = ("192.0.2.7", 50_000)  # an address for documentation, as examples show it
STEP = 1_500  # milliseconds from one request to the next


class RecordedWorld:
    """A clock that advances with each request, and random bytes that follow from a seed."""

    def __init__(self) -> None:
        self.time = NOON
        self.reseed("recorded")

    def reseed(self, seed: str) -> None:
        """Make the following draws depend on this seed alone, not on the draws before."""
        self._seed, self._drawn = seed, 0

    def now(self) -> int:
        return self.time

    def fresh(self, n: int) -> bytes:
        self._drawn += 1
        return hashlib.shake_256(f"{self._seed} {self._drawn}".encode()).digest(n)


class Server:
    """The recorded server, its workers, and its clock."""

    def __init__(
        self,
        http: httpx.AsyncClient,
        parts: Parts,
        world: RecordedWorld,
        workers: WorkerSteps,
    ) -> None:
        self.http, self.workers, self._parts, self._world = http, workers, parts, world

    async def decision(
        self, table: TableId, unlisted: Random | None
    ) -> tuple[Seat, Sequence[Command]] | None:
        """Return a seat that must decide and its legal commands; None after the end.

        With a random generator, one legal command that is not listed is added if there is one.
        """
        state = (await self._parts[TableCache].find(table)).state
        if not isinstance(state, Running):
            return None
        seat, game = min(awaited(state)), game_of(state)
        legal = game.legal(state.play, seat)
        more = unlisted_command(game, state.play, seat, legal, unlisted) if unlisted else ()
        return seat, (*legal, *more)

    async def rewards(self, table: TableId, game: AnyGame) -> set[str]:
        """Return the rewards that the players of a table may take to a following one."""
        state = (await self._parts[TableCache].find(table)).state
        assert isinstance(state, Closed)
        return {reward for rewards in game.rewards(state.play) for reward in rewards}

    async def send(self, table: TableId, player: PlayerId, command: Command) -> None:
        """Send a command that is not recorded, without HTTP."""
        self._world.time += STEP
        await handle(self._parts[TableCache], table, ByPlayer(player), command)

    def reseed(self, seed: str) -> None:
        self._world.reseed(seed)

    @property
    def office(self) -> Office:
        office: Office = self._parts[Office]
        return office

    def pass_time(self, seconds: int) -> None:
        self._world.time += 1000 * seconds

    async def count_callers(self) -> None:
        """Add up what callers have used so far."""
        await self._parts[Usage].flush()

    async def compensate_outage(self, table: TableId, seconds: int) -> None:
        """Move the deadline as the clock does after the store was unreachable for this long."""
        began = self._world.time
        self._world.time += 1000 * seconds
        outage = Outage(began, self._world.time)
        await handle(self._parts[TableCache], table, ByClock(), MoveDeadline((outage,)))

    async def call_time(self, table: TableId, seconds: int) -> None:
        """Let this much time pass without an answer, then play the default as the clock does."""
        self._world.time += 1000 * seconds
        await handle(self._parts[TableCache], table, ByClock(), CallTime())

    @contextmanager
    def in_the_past(self) -> Iterator[None]:
        """Set the clock so that the deadlines of new decisions have passed by the store's."""
        present, self._world.time = self._world.time, PAST
        yield
        self._world.time = present


def settings(url: str, var: Path = Path("var")) -> Settings:
    """Return settings without limits, with short streams and webhooks to this machine."""
    return Settings(
        redis_url=url,
        store_seconds=30,  # on a busy machine a store is slow, not broken
        var=var,
        webhooks_loopback=True,
        sandbox=True,
        stream_seconds=1,
        **NO_LIMITS,
    )


def make_log_keys(folder: Path) -> None:
    """Write the keys of the public log that every recording has: event 1 of a table names them."""
    folder.mkdir(parents=True)
    for file, name in ((LOG_KEY, LOG_ORIGIN), (RECEIPTS_KEY, LOG_ORIGIN + RECEIPTS)):
        private = hashlib.sha256(f"recorded {file}".encode()).digest()
        (folder / file).write_text(f"{Signer(name, ED25519, private)}\n", encoding="utf-8")


def recorded_rules(game: str) -> RulesSource:
    """Return a source of rules that does not change with each line of their code."""
    return RulesSource("ludotheque", hashlib.sha256(game.encode()).hexdigest(), "1.0")


@asynccontextmanager
async def recorded_server() -> AsyncIterator[Server]:
    world = RecordedWorld()

    async def advance_clock(_: httpx.Request) -> None:
        world.time += STEP

    with own_store("no") as store, tempfile.TemporaryDirectory() as named:
        chosen = settings(store.url, Path(named))
        make_log_keys(chosen.key_directory)
        app = create_app(chosen, world)
        transport = httpx.ASGITransport(app, client=CALLER)  # type: ignore[arg-type]
        hooks = {"request": [advance_clock]}
        async with (
            app.app.lifespan(),
            httpx.AsyncClient(
                transport=transport, base_url="http://recorded", event_hooks=hooks
            ) as http,
            worker_steps(app.app.state.parts[Store], world) as workers,
        ):
            parts: Parts = app.app.state.parts
            parts[Openings].rules_source = recorded_rules
            yield Server(http, parts, world, workers)
