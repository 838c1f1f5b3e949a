"""The requests that the players of one table send, in order; the caller sends them.

Nothing here uses a network or a clock, so that the load kit and locust play the same tables.
"""

import random
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from openapi.load.document import Document, Request, Unsuitable
from openapi.load.mix import TableKind


@dataclass(frozen=True)
class Step:
    """One request; `player` is an index, `begins` the journey that begins here after a pause."""

    player: int
    request: Request
    begins: str = ""


Steps = Generator[Step, Any, None]

# Raised by a script when an answer is not what the document promises.
INVALID_ANSWER = (LookupError, TypeError, ValueError, AttributeError, Unsuitable)


@dataclass
class TableScript:
    """One table from opening to closing; every command is chosen from the list of actions."""

    document: Document
    kind: TableKind
    players: Sequence[str]  # their ids
    rng: random.Random
    table: Mapping[str, Any] = field(default_factory=dict)  # path parameters of the table
    seats: dict[int, int] = field(default_factory=dict)  # seat -> index of its player
    over: bool = False

    def play(self) -> Steps:
        yield from self._open()
        while (seen := (yield self._step(0, "getTable", begins="turn")))["status"] == "running":
            self._update_seats(seen)
            for n, seat in enumerate(seen["decision"]["seats"]):
                yield from self._turn(seat, begins="turn" if n else "")
        self.over = True
        yield self._step(0, "getHistory", begins="audit")

    def leave(self) -> Steps:
        """Give up the seats still held, so that no table waits for players who are gone."""
        if self.table and not self.over:
            for seat, player in self.seats.items():
                yield self._step(player, "leaveSeat", seat=seat)

    def _open(self) -> Steps:
        body = {"game": self.kind.game, "seats": self.kind.seats, "sit": True, "clock": None}
        if self.kind.options:
            body["options"] = self.kind.options
        opened = yield Step(0, self.document.request("openTable", body=body))
        self.table = self.document.follow("openTable", opened, "getTable")
        self._update_seats(opened)
        for player in range(1, len(self.players)):
            taken = yield self._step(player, "takeSeat", body={})
            self.seats[taken["seat"]] = player
        yield self._step(0, "startTable")

    def _turn(self, seat: int, begins: str) -> Steps:
        """List the actions, send one of them, and let another player read the new events."""
        player = self.seats[seat]
        listed = yield self._step(player, "listActions", begins=begins, seat=seat)
        if not listed["actions"]:
            return
        command = self.rng.choice(listed["actions"])["command"]
        yield self._step(player, "sendCommand", body=command, seat=seat)
        other = (player + 1) % len(self.players)
        yield self._step(other, "listEvents", after=listed["version"])

    def _update_seats(self, seen: Mapping[str, Any]) -> None:
        """Read who holds each seat: a player may hold several, and seat numbers may change."""
        index = {player: n for n, player in enumerate(self.players)}
        self.seats = {each["seat"]: index[each["player"]] for each in seen["seats"]}

    def _step(
        self, player: int, operation: str, begins: str = "", body: Any = None, **parameters: Any
    ) -> Step:
        request = self.document.request(operation, {**self.table, **parameters}, body)
        return Step(player, request, begins)
