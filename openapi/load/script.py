"""The requests that the players of one table send, in order; the caller sends them.

Nothing here uses a network or a clock, so that the load kit and locust play the same tables.
"""

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from openapi.load import lobby
from openapi.load.mix import TableKind
from openapi.play.document import Document, Unsuitable
from openapi.play.table import RUNNING, Step, Steps, Table

FINISHED = "finished"
EARLY = 0.02  # people rarely resign or stop
LATEST_END = 20  # the last turn at which they do
SHARE_BYTES = 32
BOT = "random"
SHARE_TAG = b"ludotheque/share/1\0"

# Raised by a script when an answer is not what the document promises.
INVALID_ANSWER = (LookupError, TypeError, ValueError, AttributeError, Unsuitable)


class ClosedEarly(Exception):
    """The table closed with a status that its players did not cause."""

    def __init__(self, status: str) -> None:
        super().__init__(f"the table was {status}")
        self.code = f"table_{status}"


@dataclass
class TableScript:
    """One table from opening to closing; every command is chosen from the list of actions."""

    document: Document
    kind: TableKind
    players: Sequence[str]  # their ids
    rng: random.Random
    sealed: float = 0.0  # the chance that a player gives sealed luck
    shares: dict[int, bytes] = field(default_factory=dict)  # of the luck, by index of the player
    early: float = EARLY  # the chance that players end the table before its game is over
    endings: set[str] = field(default_factory=lambda: {FINISHED})  # with which it may close
    resigned: int | None = None  # index of the player who resigned
    lobby: float = 0.0  # the chance that the players find each other in the lobby
    seeks: dict[int, Mapping[str, Any]] = field(default_factory=dict)  # path parameters, by player
    bots: int = 0  # seats that bots hold

    def __post_init__(self) -> None:
        self.table = Table(self.document, self.players)

    def play(self) -> Steps[None]:
        table = self.table
        yield from self._seek() if self._is_sought() else self._open()
        turns, last = 0, self._last_turn()
        while (seen := (yield from table.look(begins="turn")))["status"] == RUNNING:
            turns += 1
            if turns == last:
                yield from self._end_early()
                continue
            for n, seat in enumerate(table.awaited(seen)):
                yield from self._turn(seat, begins="turn" if n else "")
        yield table.step(0, "getHistory", begins="audit")
        if table.status not in self.endings:
            raise ClosedEarly(table.status)

    def leave(self) -> Steps[None]:
        """Give up seats and seeks still held: no table waits for players who are gone."""
        for player, seek in self.seeks.items():
            yield Step(player, self.document.request("deleteSeek", seek))
        if self.table.place and not self.table.closed:
            for seat, player in self.table.seats.items():
                if player != self.resigned:
                    yield self.table.step(player, "leaveSeat", seat=seat)

    def _last_turn(self) -> int | None:
        """Return the turn at which the players of this table end it early, if they do."""
        if self.bots or not self.document.has("resign") or self.rng.random() >= self.early:
            return None
        return self.rng.randint(1, LATEST_END)

    def _end_early(self) -> Steps[None]:
        """Let one player resign, for whom the server plays on, or all agree to end the table."""
        if self.rng.random() < 0.5:
            self.endings, self.resigned = {FINISHED, "resigned"}, len(self.players) - 1
            yield self.table.step(self.resigned, "resign")
            return
        self.endings = {"agreed"}
        for player in range(len(self.players)):
            yield self.table.step(player, "agreeToEnd")

    def _is_sought(self) -> bool:
        """Return whether the players of this table find each other in the lobby."""
        several = len(self.players) > 1 and self.document.has("createSeek")
        return several and self.rng.random() < self.lobby

    def _seek(self) -> Steps[None]:
        """Look at the list, then let everyone seek; the last one completes the match."""
        yield from lobby.look(self.document, self.kind.game, self.rng)
        body = lobby.wish(self.kind.game, self.kind.seats, self.kind.options, self.rng)
        for player in range(len(self.players)):
            seek = yield Step(player, self.document.request("createSeek", body=body))
            self.seeks[player] = self.document.follow("createSeek", seek, "getSeek")
        for player, mine in self.seeks.items():
            wanted = {**mine, "wait": lobby.WAIT_SECONDS}
            seek = yield Step(player, self.document.request("getSeek", wanted))
            if seek["status"] != "matched":
                raise ClosedEarly("unmatched")
        self.table.place = self.document.follow("getSeek", seek, "getTable")
        self.seeks = {}

    def _open(self) -> Steps[None]:
        kind, table = self.kind, self.table
        options = {"options": kind.options} if kind.options else {}
        opened = yield from table.open(
            game=kind.game, seats=kind.seats, sit=True, clock=None, **options
        )
        yield from table.fill([BOT] * self.bots)
        yield from self._seal(opened["id"])
        yield from table.start()
        yield from self._reveal()

    def _seal(self, table: str) -> Steps[None]:
        """Give sealed luck, as the example clients do; the other players give none."""
        if not self.document.has("sealLuck"):
            return
        for player, id_ in enumerate(self.players):
            if self.rng.random() < self.sealed:
                share = self.shares[player] = self.rng.randbytes(SHARE_BYTES)
                body = {"commitment": commitment(table, id_, share)}
                yield self.table.step(player, "sealLuck", body=body)

    def _reveal(self) -> Steps[None]:
        """Read the history that a client checks first, and reveal; the last share is the deal."""
        for player, share in self.shares.items():
            yield self.table.step(player, "getHistory")
            yield self.table.step(player, "revealLuck", body={"share": share.hex()})

    def _turn(self, seat: int, begins: str) -> Steps[None]:
        """List the actions, send one of them, and let another player read the new events."""
        turn = yield from self.table.turn(seat, begins)
        if turn is None:
            return
        yield from self.table.send(turn, self.rng.choice(turn.actions)["command"])
        other = (turn.player + 1) % len(self.players)
        yield self.table.step(other, "listEvents", after=turn.version)


def commitment(table: str, player: str, share: bytes) -> str:
    """Return the commitment of a player to a share of the luck (openapi/history.md)."""
    return hashlib.sha256(SHARE_TAG + table.encode() + player.encode() + share).hexdigest()
