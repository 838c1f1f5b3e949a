"""The requests of one table: some players give sealed luck, the others play as lazy clients."""

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from domain.fairness.chain import sealed_luck
from domain.kernel.ids import PlayerId, TableId
from openapi.load.mix import TableKind
from openapi.load.script import ClosedEarly, TableScript
from openapi.play.document import Document
from openapi.play.driving import perform
from openapi.play.table import Step
from tests.support.players.api_document import API

PLAYERS = ["anne", "bob", "cleo"]
SEATS = [{"seat": n, "player": player} for n, player in enumerate(PLAYERS)]
KIND = TableKind("house", len(PLAYERS))
Server = Callable[[Step], Any]


def script(sealed: float, document: Document = API) -> TableScript:
    return TableScript(document, KIND, PLAYERS, random.Random(1), sealed, early=0.0)


def answer(step: Step, status: str) -> dict[str, Any]:
    seat = {"seat": step.player, "id": "t", "seats": SEATS, "version": 1, "head": "00"}
    return {**seat, "status": status, "decision": {"seats": []}}


def steps(table: TableScript, status: str = "finished") -> list[Step]:
    """Return every step until the table is closed with this status."""
    return performed(table, lambda step: answer(step, status), [])


def performed(table: TableScript, server: Server, sent: list[Step]) -> list[Step]:
    """Play the table at this server; return its steps, which are added to `sent`."""

    def send(step: Step) -> Any:
        sent.append(step)
        return server(step)

    perform(table.play(), send)
    return sent


def operations(sent: list[Step]) -> list[tuple[int, str]]:
    return [(step.player, step.request.operation) for step in sent]


def test_players_commit_before_the_start_and_reveal_before_the_first_turn() -> None:
    sent = steps(script(1.0))
    seated = [(0, "openTable"), (1, "takeSeat"), (2, "takeSeat")]
    sealed = [(n, "sealLuck") for n in range(3)]
    revealed = [(n, name) for n in range(3) for name in ("getHistory", "revealLuck")]
    closed = [(0, "getTable"), (0, "getHistory")]
    assert operations(sent) == [*seated, *sealed, (0, "startTable"), *revealed, *closed]


def test_the_share_is_the_one_that_was_committed_to() -> None:
    bodies: dict[str, list[Any]] = {"sealLuck": [], "revealLuck": []}
    for step in steps(script(1.0)):
        bodies.get(step.request.operation, []).append(step.request.body)
    shares = [bytes.fromhex(body["share"]) for body in bodies["revealLuck"]]
    assert len(set(shares)) == len(PLAYERS)
    assert [body["commitment"] for body in bodies["sealLuck"]] == [
        sealed_luck(TableId("t"), PlayerId(player), share)
        for player, share in zip(PLAYERS, shares, strict=True)
    ]


def test_a_lazy_player_does_nothing_about_luck() -> None:
    names = [name for _, name in operations(steps(script(0.0)))]
    assert names == ["openTable", "takeSeat", "takeSeat", "startTable", "getTable", "getHistory"]


def test_the_players_who_sealed_luck_reveal_it() -> None:
    sent = operations(steps(script(0.5)))
    sealed = [player for player, name in sent if name == "sealLuck"]
    assert 0 < len(sealed) < len(PLAYERS)
    assert sealed == [player for player, name in sent if name == "revealLuck"]


def test_on_a_server_without_sealed_luck_everybody_is_lazy() -> None:
    paths = {
        path: item
        for path, item in API._content["paths"].items()
        if not path.endswith(("/luck", "/luck/reveal"))
    }
    plain = Document({**API._content, "paths": paths})
    assert operations(steps(script(1.0, plain))) == operations(steps(script(0.0)))


@pytest.mark.parametrize("status", ["withheld", "abandoned"])
def test_a_table_that_was_not_played_out_is_a_failure(status: str) -> None:
    with pytest.raises(ClosedEarly, match=f"the table was {status}"):
        steps(script(1.0), status)


class Ended:
    """A server of one table at which everybody may end the game."""

    def __init__(self) -> None:
        self.agreed: set[int] = set()
        self.resigned = False

    def answer(self, step: Step) -> dict[str, Any]:
        if step.request.operation == "agreeToEnd":
            self.agreed.add(step.player)
        self.resigned |= step.request.operation == "resign"
        over = "agreed" if len(self.agreed) == len(PLAYERS) else "finished" if self.resigned else ""
        return {**answer(step, over or "running"), "actions": []}


def ended(seed: int) -> list[str]:
    """Return the operations of a table that its players end early."""
    table = TableScript(API, KIND, PLAYERS, random.Random(seed), 0.0, early=1.0)
    return [name for _, name in operations(performed(table, Ended().answer, []))]


def test_players_rarely_resign_or_end_a_table_by_consent() -> None:
    tables = [ended(seed) for seed in range(8)]
    assert {names.count("resign") for names in tables} == {0, 1}
    assert {names.count("agreeToEnd") for names in tables} == {0, len(PLAYERS)}
    assert all(("resign" in names) != ("agreeToEnd" in names) for names in tables)


class Matched:
    """A server that matches the last seek, with a list of two pages."""

    def __init__(self, status: str) -> None:
        self.status = status

    def answer(self, step: Step) -> dict[str, Any]:
        if step.request.operation == "listTables":
            return {"tables": [], "next": None if "cursor" in step.request.path else "more"}
        if step.request.operation in ("createSeek", "getSeek"):
            last = step.player == len(PLAYERS) - 1 or step.request.operation == "getSeek"
            return {
                "id": f"s{step.player}",
                "status": self.status if last else "waiting",
                "table": "t",
            }
        return answer(step, "finished")


def sought(status: str) -> tuple[TableScript, list[Step]]:
    """Play a table of the lobby; return its script and its steps."""
    table = TableScript(API, KIND, PLAYERS, random.Random(1), 1.0, early=0.0, lobby=1.0)
    sent: list[Step] = []
    with suppress(ClosedEarly):
        performed(table, Matched(status).answer, sent)
    return table, sent


def test_players_filter_the_list_and_seek_until_they_are_matched() -> None:
    table, sent = sought("matched")
    looked = [(0, "listTables"), (0, "listTables")]
    seeks = [(n, name) for name in ("createSeek", "getSeek") for n in range(3)]
    assert operations(sent) == [*looked, *seeks, (0, "getTable"), (0, "getHistory")]
    bodies = [step.request.body for step in sent if step.request.operation == "createSeek"]
    assert bodies[0]["clock"]["seconds"] >= 3_600
    assert bodies == [bodies[0]] * 3
    assert list(table.leave()) == []


def test_players_who_are_not_matched_give_up_their_seeks() -> None:
    table, sent = sought("waiting")
    assert operations(sent)[-1] == (0, "getSeek")
    left = list(table.leave())
    assert operations(left) == [(n, "deleteSeek") for n in range(3)]
    assert [step.request.path for step in left] == [f"/v1/seeks/s{n}" for n in range(3)]
