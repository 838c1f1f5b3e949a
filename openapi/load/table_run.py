"""One table by its script, turn by turn as planned, and away again whatever happens."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from openapi.load.client import Line, Refused
from openapi.load.counters import Tally
from openapi.load.document import Document, Request
from openapi.load.mix import Offer
from openapi.load.player_pool import Lobby, Player
from openapi.load.script import NOT_AS_PROMISED, Script, Sitting

SEATING = "seating"
UNEXPECTED = "unexpected_answer"  # it can be read, but is not what the document promises


@dataclass(frozen=True)
class House:
    """What all visits of a run share."""

    document: Document
    lobby: Lobby
    tally: Tally
    think: Callable[[random.Random], float]


class Visit:
    def __init__(
        self, house: House, offer: Offer, line: Line, luck: random.Random, due: float
    ) -> None:
        self._house = house
        self._offer = offer
        self._line = line
        self._luck = luck
        self._arrival: float | None = due
        self._due = due  # when what is going on now should have begun
        self._journey = SEATING
        self._players: list[Player] = []
        self.sitting: Sitting | None = None

    async def play(self) -> None:
        """Plays until the table is closed; raises `Refused` when the server will not have it."""
        house = self._house
        try:
            self._players = await house.lobby.gather(self._offer.seats, self._ask)
            ids = [player.id for player in self._players]
            self.sitting = Sitting(house.document, self._offer, ids, self._luck)
            await self._drive(self.sitting.play())
        except NOT_AS_PROMISED as why:
            house.tally.errors[UNEXPECTED] += 1
            raise Refused(repr(why)) from why
        finally:
            self._arrived()

    async def leave(self) -> None:
        """Gives up what is still held; the players are free for another table."""
        if self.sitting is not None:
            with suppress(Refused):
                for ask in self.sitting.leave():
                    await self._line.ask(ask.request, self._players[ask.who].token)
        self._house.lobby.back(self._players)
        self._players = []

    async def _drive(self, script: Script) -> None:
        answer = None
        with suppress(StopIteration):
            while True:
                ask = script.send(answer)
                due = await self._begin(ask.begins) if ask.begins else None
                answer = await self._ask(ask.request, self._players[ask.who].token, due)

    async def _ask(self, request: Request, token: str = "", due: float | None = None) -> Any:
        """The first request of all is due when the table is."""
        due, self._arrival = self._arrival or due, None
        return await self._line.ask(request, token, due)

    async def _begin(self, journey: str) -> float:
        """The next turn is due a thought after the last was *due*, however long that one took."""
        self._arrived()
        now = asyncio.get_running_loop().time
        thought = self._house.think(self._luck)
        seated = self._journey == SEATING or not thought  # thinking begins when the cards are dealt
        self._due = (now() if seated else self._due) + thought
        self._journey = journey
        await asyncio.sleep(max(0.0, self._due - now()))
        self._house.tally.late[journey].record(1000 * (now() - self._due))
        return self._due

    def _arrived(self) -> None:
        """At its end or wherever it was cut short; who is still thinking has not set out."""
        took = asyncio.get_running_loop().time() - self._due
        if took >= 0:
            self._house.tally.journeys[self._journey].record(1000 * took)
