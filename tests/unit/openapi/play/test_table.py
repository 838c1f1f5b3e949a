"""The players of a table and what they make of the answers, without a server."""

import asyncio
from typing import Any

import pytest

from openapi.play.driving import perform, perform_async
from openapi.play.table import Step, Table, Turn
from tests.support.players.api_document import API

PLAYERS = ["anne", "bob"]
ROBOT = "robot"


class Stones:
    """A server of one table: its seats take one of five stones in turn; bots never move."""

    def __init__(self) -> None:
        self.sent: list[tuple[int, str, Any]] = []
        self.seated: list[str] = []
        self.running, self.stones, self.at_turn = False, 5, 0

    def answer(self, step: Step) -> Any:
        operation, body = step.request.operation, step.request.body
        self.sent.append((step.player, operation, body))
        match operation:
            case "openTable" if body["sit"]:
                self.seated.append(PLAYERS[0])
            case "takeSeat":
                self.seated.append(ROBOT if "bot" in body else PLAYERS[step.player])
                return {**self.seen(), "seat": len(self.seated) - 1}
            case "startTable":
                self.running = True
            case "sendCommand":
                self.stones -= body["take"]
                self.at_turn = (self.at_turn + 1) % len(self.seated)
                self.running = self.stones > 0
            case "listActions":
                commands = [{"take": n} for n in (1, 2)] if self._acts(step.player) else []
                return {"version": self.version, "actions": [{"command": c} for c in commands]}
        return self.seen()

    def seen(self) -> dict[str, Any]:
        return {
            "id": "t",
            "status": "running" if self.running else "open" if self.stones == 5 else "finished",
            "version": self.version,
            "head": f"head {self.version}",
            "seats": [{"seat": n, "player": player} for n, player in enumerate(self.seated)],
            "decision": {"seats": [self.at_turn]} if self.running else None,
        }

    @property
    def version(self) -> int:
        return 10 - self.stones

    def _acts(self, player: int) -> bool:
        return self.seated[self.at_turn] == PLAYERS[player]

    def operations(self) -> list[tuple[int, str]]:
        return [(player, operation) for player, operation, _ in self.sent]


@pytest.fixture
def server() -> Stones:
    return Stones()


@pytest.fixture
def table(server: Stones) -> Table:
    """A table that both players have started."""
    table = Table(API, PLAYERS)
    perform(table.open(game="stones", sit=True), server.answer)
    perform(table.fill(), server.answer)
    perform(table.start(), server.answer)
    return table


def test_the_host_opens_and_starts_and_the_others_sit_down(server: Stones, table: Table) -> None:
    assert server.operations() == [(0, "openTable"), (1, "takeSeat"), (0, "startTable")]
    assert (table.place, table.seats) == ({"table": "t"}, {0: 0, 1: 1})
    assert (table.version, table.heads) == (5, {5: "head 5"})


def test_every_turn_is_played_by_the_player_of_its_seat(server: Stones, table: Table) -> None:
    del server.sent[:]
    perform(table.play(), server.answer)
    perform(table.play(), server.answer)
    turns = [[(0, "getTable"), (n, "listActions"), (n, "sendCommand")] for n in (0, 1)]
    assert server.operations() == turns[0] + turns[1]
    assert table.heads == {5: "head 5", 6: "head 6", 7: "head 7"}


def test_a_table_is_played_until_it_is_closed(server: Stones, table: Table) -> None:
    perform(table.finish(), server.answer)
    assert table.closed
    assert server.stones == 0
    assert perform(table.play(), server.answer) is None


def test_a_chooser_sees_the_turn_and_decides(server: Stones, table: Table) -> None:
    turns: list[Turn] = []

    def last(turn: Turn) -> Any:
        turns.append(turn)
        return turn.actions[-1]["command"]

    assert perform(table.play(last), server.answer)["version"] == 7
    assert turns == [Turn(0, 0, 5, [{"command": {"take": n}} for n in (1, 2)])]


def test_seats_of_others_are_left_to_them(server: Stones) -> None:
    table = Table(API, PLAYERS[:1])
    for steps in (table.open(game="stones", sit=True), table.fill(["greedy"]), table.start()):
        perform(steps, server.answer)
    assert table.seats == {0: 0}
    perform(table.play(), server.answer)
    assert perform(table.play(), server.answer) is None  # it is the turn of the bot
    assert not table.closed


def test_a_private_table_is_joined_with_its_code(server: Stones) -> None:
    table = Table(API, PLAYERS)
    perform(table.open(game="stones", sit=True, private=True), server.answer)
    perform(table.fill(code="open sesame"), server.answer)
    assert server.sent[-1] == (1, "takeSeat", {"code": "open sesame"})


def test_coroutines_drive_the_same_steps(server: Stones, table: Table) -> None:
    async def send(step: Step) -> Any:
        await asyncio.sleep(0)
        return server.answer(step)

    asyncio.run(perform_async(table.finish(), send))
    assert server.stones == 0
