"""One table played by its script: turns begin as planned, and the table is always left."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from openapi.load.client import Client, RequestFailed
from openapi.load.counters import Counters
from openapi.load.crowd.actor import Actor
from openapi.load.crowd.visitors import Visitors
from openapi.load.mix import TableKind
from openapi.load.plan.mix_file import NOBODY, Crowd
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
    next_turn: Callable[[random.Random, float], float]  # when it is due, by the due time before
    sealed: float = 0.0  # the chance that a player gives sealed luck
    lobby: float = 0.0  # the chance that the players of a table find each other in the lobby
    crowd: Crowd = NOBODY


class TableRun(Actor):
    def __init__(
        self, context: RunContext, kind: TableKind, client: Client, rng: random.Random, due: float
    ) -> None:
        super().__init__(client)
        self._context = context
        self.kind = kind
        self._rng = rng
        self._visitors = Visitors(context.crowd, client.http, context.counters, rng)
        self._table_due: float | None = due  # until the first request is sent
        self._journey_due = due
        self._journey = SEATING
        self._players: list[Player] = []
        self.script: TableScript | None = None

    async def play(self) -> None:
        """Play until the table is finished; raise `RequestFailed` if a step or the table failed."""
        context = self._context
        try:
            bots = self.kind.seats - 1 if self._has_bots() else 0
            self._players = await context.pool.acquire(self.kind.seats - bots, self._ask)
            self.script = TableScript(
                context.document,
                self.kind,
                [player.id for player in self._players],
                self._rng,
                context.sealed,
                lobby=context.lobby,
                bots=bots,
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
            await self._visitors.end()

    @property
    def seated(self) -> bool:
        """Return whether the table has begun."""
        return self._journey != SEATING

    def _has_bots(self) -> bool:
        share = self._context.crowd.bots
        return bool(share) and self._rng.random() < share

    async def leave(self) -> None:
        """Give up the seats that are still held and return the players to the pool."""
        if self.script is not None:
            with suppress(RequestFailed):
                for step in self.script.leave():
                    await self.client.ask(step.request, self._players[step.player].token)
        self._context.pool.release(self._players)
        self._players = []

    async def _paced(self, step: Step) -> Any:
        """Send a step; if a journey begins with it, when that is due."""
        due = await self._begin_journey(step.begins) if step.begins else None
        answer = await self._ask(step.request, self._players[step.player].token, due)
        if step.request.operation == "sendCommand":
            self._visitors.delays.acknowledged(answer["version"])
        return answer

    async def _ask(self, request: Request, token: str = "", due: float | None = None) -> Any:
        """Send a request; the first one of a table is due when the table is due."""
        due, self._table_due = self._table_due or due, None
        return await self.wait_for(self.client.ask(request, token, due))

    async def _begin_journey(self, journey: str) -> float:
        """Wait until the next journey is due and return that moment.

        A turn is due one think time after the turn before was *due*, however long that one took.
        The first is due one think time after the table has started.
        """
        self._record_journey()
        if not self.seated and self.script is not None:
            self._visitors.begin(self.script.table)
        now = asyncio.get_running_loop().time
        last = self._journey_due if self.seated else now()
        self._journey_due = self._context.next_turn(self._rng, last)
        self._journey = journey
        await asyncio.sleep(max(0.0, self._journey_due - now()))
        self._context.counters.late[journey].record(1000 * (now() - self._journey_due))
        return self._journey_due

    def _record_journey(self) -> None:
        """Record the time since the journey was due, unless it is not due yet."""
        seconds = asyncio.get_running_loop().time() - self._journey_due
        if seconds >= 0:
            self._context.counters.journeys[self._journey].record(1000 * seconds)
