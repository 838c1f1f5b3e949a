"""Connections that ask without pause: one repeats itself, the other plays tables."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from openapi.load.own_server import HOST
from tests.bench import rally
from tests.bench.wire import Wire, request

ECHO_BODY = b'{"type":"gumball_rally.play","card":"red-10"}'
TOKEN = "x" * 43  # so that an echo request is as long as a command
TABLES = 3  # prepared for each connection and round; each lasts for 50 commands or more


class Round:
    """Everybody asks without pause for so many seconds; answers within them are counted."""

    def __init__(self, speakers: "Sequence[Speaker]") -> None:
        self._speakers = speakers
        self._speaking = len(speakers)
        self._silence: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.stopped = False
        self.answers = 0

    async def run(self, seconds: float) -> float:
        """Answers per second."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        for speaker in self._speakers:
            speaker.begin(self)
        await asyncio.wait([self._silence], timeout=seconds)
        rate = self.answers / (loop.time() - began)
        self.stopped = True
        await self._silence
        return rate

    def goes_on(self) -> bool:
        """Told by a speaker that was answered; shall it ask again?"""
        self.answers += 1
        return not self.stopped

    def leave(self) -> None:
        self._speaking -= 1
        if not self._speaking and not self._silence.done():
            self._silence.set_result(None)

    def fail(self, error: Exception) -> None:
        if not self._silence.done():
            self._silence.set_exception(error)


class Speaker(Protocol):
    async def prepare(self) -> None:
        """Connect, anew for every round: a server hangs up on who is silent for long."""

    def begin(self, round_: Round) -> None:
        """Ask, and ask again at every answer until the round is over."""


class Echoing:
    def __init__(self, port: int) -> None:
        self._port = port
        self._request = request("POST", "/echo", ECHO_BODY, TOKEN)

    async def prepare(self) -> None:
        self._wire = await Wire.open(HOST, self._port)

    def begin(self, round_: Round) -> None:
        self._round = round_
        self._say()

    def _say(self) -> None:
        self._wire.send(self._request, self._hear, self._round.fail)

    def _hear(self, body: bytes) -> None:
        if self._round.goes_on():
            self._say()
        else:
            self._wire.close()
            self._round.leave()


class Playing:
    def __init__(self, port: int) -> None:
        self._port = port
        self._tokens: list[str] = []
        self._tables: list[rally.Rally] = []

    async def prepare(self) -> None:
        """Also sits down at so many tables that there is always one to go on with."""
        self._wire = await Wire.open(HOST, self._port)
        self._tokens = self._tokens or await rally.players(self._wire)
        while len(self._tables) < TABLES:
            self._tables.append(await rally.prepared(self._wire, self._tokens))

    def begin(self, round_: Round) -> None:
        self._round = round_
        self._say()

    def _say(self) -> None:
        self._wire.send(self._tables[0].command(), self._hear, self._round.fail)

    def _hear(self, body: bytes) -> None:
        self._tables[0].hear(body)
        if self._tables[0].ended:
            del self._tables[0]
        if self._round.goes_on() and self._tables:
            self._say()
        else:
            self._wire.close()
            self._round.leave()
