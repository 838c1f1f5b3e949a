"""One table played by its script: turns begin as planned, and the table is always left."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from openapi.load.client import Client, RequestFailed
from openapi.load.counters import Counters
from openapi.load.mix import TableKind
from openapi.load.player_pool import PlayerPool
from openapi.load.script import INVALID_ANSWER, ClosedEarly, TableScript
from openapi.play.document import Document, Request
from openapi.play.driving import perform_async
from openapi.play.table import Player, Step

SEATING = "seating"
UNEXPECTED = "unexpected_answer"  # valid JSON, but not what the document promises


@dataclass(frozen=True)
class RunContext:
    """What all tables of a run share."""

    document: Document
    pool: PlayerPool
    counters: Counters
    think_seconds: Callable[[random.Random], float]
    sealed: float = 0.0  # the chance that a player gives sealed luck
    lobby: float = 0.0  # the chance that the players of a table find each other in the lobby


class TableRun:
    def __init__(
        self, context: RunContext, kind: TableKind, client: Client, rng: random.Random, due: float
    ) -> None:
        self._context = context
        self._kind = kind
        self._client = client
        self._rng = rng
        self._table_due: float | None = due  # until the first request is sent
        self._journey_due = due
        self._journey = SEATING
        self._players: list[Player] = []
        self.script: TableScript | None = None

    async def play(self) -> None:
        """Play until the table is finished; raise `RequestFailed` if a step or the table failed."""
        context = self._context
        try:
            self._players = await context.pool.acquire(self._kind.seats, self._ask)
            ids = [player.id for player in self._players]
            self.script = TableScript(
                context.document, self._kind, ids, self._rng, context.sealed, lobby=context.lobby
            )
            await perform_async(self.script.play(), self._paced)
        except INVALID_ANSWER as error:
            context.counters.errors[UNEXPECTED] += 1
            raise RequestFailed(repr(error)) from error
        except ClosedEarly as early:
            context.counters.errors[early.code] += 1
            raise RequestFailed(str(early)) from early
        finally:
            self._record_journey()

    async def leave(self) -> None:
        """Give up the seats that are still held and return the players to the pool."""
        if self.script is not None:
            with suppress(RequestFailed):
                for step in self.script.leave():
                    await self._client.ask(step.request, self._players[step.player].token)
        self._context.pool.release(self._players)
        self._players = []

    async def _paced(self, step: Step) -> Any:
        """Send a step; if a journey begins with it, when that is due."""
        due = await self._begin_journey(step.begins) if step.begins else None
        return await self._ask(step.request, self._players[step.player].token, due)

    async def _ask(self, request: Request, token: str = "", due: float | None = None) -> Any:
        """Send a request; the first one of a table is due when the table is due."""
        due, self._table_due = self._table_due or due, None
        return await self._client.ask(request, token, due)

    async def _begin_journey(self, journey: str) -> float:
        """Wait until the next journey is due and return that moment.

        A turn is due one think time after the turn before was *due*, however long that one took.
        The first is due one think time after the table has started.
        """
        self._record_journey()
        now = asyncio.get_running_loop().time
        think = self._context.think_seconds(self._rng)
        from_now = self._journey == SEATING or not think
        self._journey_due = (now() if from_now else self._journey_due) + think
        self._journey = journey
        await asyncio.sleep(max(0.0, self._journey_due - now()))
        self._context.counters.late[journey].record(1000 * (now() - self._journey_due))
        return self._journey_due

    def _record_journey(self) -> None:
        """Record the time since the journey was due, unless it is not due yet."""
        seconds = asyncio.get_running_loop().time() - self._journey_due
        if seconds >= 0:
            self._context.counters.journeys[self._journey].record(1000 * seconds)
