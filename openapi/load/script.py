"""What the players of one table ask for, one after the other; whoever drives it does the asking.

Nothing here knows a network or a clock, so the load kit and locust play the same tables.
"""

import random
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from openapi.load.document import Document, Request, Unsuitable
from openapi.load.mix import Offer


@dataclass(frozen=True)
class Ask:
    """`who` = which of the table's players; `begins` = what they begin now, having thought."""

    who: int
    request: Request
    begins: str = ""


Script = Generator[Ask, Any, None]

# What a script stumbles over when an answer is not what the document promises.
NOT_AS_PROMISED = (LookupError, TypeError, ValueError, AttributeError, Unsuitable)


@dataclass
class Sitting:
    """One table, from opening to closing, by its actions lists."""

    document: Document
    offer: Offer
    players: Sequence[str]  # their ids
    luck: random.Random
    table: Mapping[str, Any] = field(default_factory=dict)  # the parameters that name it
    seats: dict[int, int] = field(default_factory=dict)  # seat and which player holds it
    over: bool = False

    def play(self) -> Script:
        yield from self._open()
        while (seen := (yield self._ask(0, "getTable", begins="turn")))["status"] == "running":
            self._look(seen)
            for n, seat in enumerate(seen["decision"]["seats"]):
                yield from self._turn(seat, begins="turn" if n else "")
        self.over = True
        yield self._ask(0, "getHistory", begins="audit")

    def leave(self) -> Script:
        """Gives up what is still held, so that no table waits for players who are gone."""
        if self.table and not self.over:
            for seat, who in self.seats.items():
                yield self._ask(who, "leaveSeat", seat=seat)

    def _open(self) -> Script:
        body = {"game": self.offer.game, "seats": self.offer.seats, "sit": True, "clock": None}
        if self.offer.options:
            body["options"] = self.offer.options
        opened = yield Ask(0, self.document.request("openTable", body=body))
        self.table = self.document.follow("openTable", opened, "getTable")
        self._look(opened)
        for who in range(1, len(self.players)):
            taken = yield self._ask(who, "takeSeat", body={})
            self.seats[taken["seat"]] = who
        yield self._ask(0, "startTable")

    def _turn(self, seat: int, begins: str) -> Script:
        """Sees what may be done and does one of it; another player hears what happened."""
        who = self.seats[seat]
        listed = yield self._ask(who, "listActions", begins=begins, seat=seat)
        if not listed["actions"]:
            return
        command = self.luck.choice(listed["actions"])
        yield self._ask(who, "sendCommand", body=command, seat=seat)
        other = (who + 1) % len(self.players)
        yield self._ask(other, "listEvents", after=listed["version"])

    def _look(self, seen: Mapping[str, Any]) -> None:
        """Who sits where; a player may hold several seats, and seats may close up."""
        number = {player: n for n, player in enumerate(self.players)}
        self.seats = {each["seat"]: number[each["player"]] for each in seen["seats"]}

    def _ask(
        self, who: int, operation: str, begins: str = "", body: Any = None, **parameters: Any
    ) -> Ask:
        request = self.document.request(operation, {**self.table, **parameters}, body)
        return Ask(who, request, begins)
