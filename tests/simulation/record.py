"""What the clients were told, and what is wrong with it at first sight."""

import asyncio
from typing import Any, NamedTuple

from msgspec import json

from domain.kernel.ids import PlayerId, TableId
from tests.simulation.truth import TableTruth, Truth
from tests.simulation.web_client import Answer


class Ack(NamedTuple):
    """An acknowledged command."""

    table: TableId
    player: PlayerId
    key: str
    command: Any  # None: not compared
    version: int
    head: str
    at: float


class Record:
    def __init__(self, truth: Truth) -> None:
        self._truth = truth
        self.acks: list[Ack] = []
        self.requests = 0
        self.commands = 0  # requests to change a table, with repetitions
        self.problems: list[str] = []

    def wrong(self, what: str) -> None:
        self.problems.append(f"{asyncio.get_running_loop().time():.3f} {what}")

    def acknowledged(
        self, table: TableId, player: PlayerId, key: str, command: Any, answer: Answer
    ) -> None:
        told = answer.json()
        now = asyncio.get_running_loop().time()
        ack = Ack(table, player, key, command, told["version"], told["head"], now)
        self.acks.append(ack)
        self.shown(table, player, ack.version, ack.head, answer.body, "a receipt")

    def shown(
        self,
        table: TableId,
        player: PlayerId | None,
        version: int,
        head: str | None,
        body: bytes,
        what: str,
    ) -> None:
        """Check an answer about a table: on the chain, and nothing in it that is hidden."""
        truth = self._truth.tables.get(table)
        if truth is None:
            return
        if head is not None and not self._on_chain(truth, version, head):
            self.wrong(f"{what} shows {table} at version {version} off its chain")
        truth.floor = max(truth.floor, min(version, truth.version))
        if version > truth.version:
            return  # a fail-over has taken it back, perhaps with the seat of the player
        hidden = truth.hidden_in(body, self._truth.seats_of(table, player))
        if hidden:
            self.wrong(f"{what} shows {sorted(hidden)[:3]} of {table} to {player}")

    def read(
        self, truth: TableTruth, floor: int, player: PlayerId | None, answer: Answer, what: str
    ) -> None:
        """Check a reading: it is not older than what anyone was shown before it began."""
        told = answer.json()
        version = told["version"]
        if version < min(floor, truth.version):
            self.wrong(f"{what} shows {truth.table} at {version}, {floor} was shown before")
        told.pop("open_parameters", None)  # their schemas name every piece of the game
        self.shown(truth.table, player, version, told.get("head"), json.encode(told), what)

    def _on_chain(self, truth: TableTruth, version: int, head: str) -> bool:
        if version in truth.heads and truth.heads[version].hex() == head:
            return True
        lost = (each for each in self._truth.lost.values() if each.table == truth.table)
        return any(each.last == version and each.head.hex() == head for each in lost)
