"""Sealed luck over HTTP: committed to before the start, revealed after it, or withheld."""

from typing import Any

import httpx
import pytest

from domain.audit.verify import verify
from domain.fairness.chain import sealed_luck
from openapi.clients import verify as one_file
from openapi.clients.luck import Cheated, SealedLuck
from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller, new_player
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import GAME, HttpTable, open_table

SHARE, OTHER = "11" * 32, "22" * 32


@pytest.fixture
def table(http: httpx.Client) -> HttpTable:
    """A table with three players that has not started; nobody has given luck."""
    return open_table(http)


def commitment(table: HttpTable, who: Caller, share: str = SHARE) -> dict[str, str]:
    return {"commitment": sealed_luck(table.id, who.id, bytes.fromhex(share))}


def seal(table: HttpTable, who: Caller) -> httpx.Response:
    return who.post(f"{table.path}/luck", commitment(table, who))


def reveal(table: HttpTable, who: Caller, share: str = SHARE) -> httpx.Response:
    return who.post(f"{table.path}/luck/reveal", {"share": share})


def history(table: HttpTable) -> bytes:
    accept = {"Accept": "application/x-ndjson"}
    return table.host.get(f"{table.path}/history", headers=accept).content


def test_nothing_is_dealt_until_the_last_sealed_seat_has_revealed(table: HttpTable) -> None:
    host, bob, _ = table.people
    assert [seal(table, who).status_code for who in (host, bob)] == [200, 200]
    started = host.post(f"{table.path}/start").json()["events"]
    assert [event["type"] for event in started] == ["table.started", "table.decision_opened"]
    assert started[0]["data"]["luck"][2] is None
    decision = table.seen()["decision"]
    assert (decision["kind"], decision["seats"]) == ("reveal", [0, 1])
    assert len(reveal(table, bob).json()["events"]) == 1
    dealt = reveal(table, host).json()["events"]
    assert dealt[0]["type"] == "table.luck_revealed"
    assert dealt[-1]["type"] == "table.decision_opened"
    table.finish()
    content = history(table)
    assert verify(content).verdict == "PASS"
    assert one_file.verify(content.decode()).word == "PASS"


def test_luck_is_given_once_by_seated_players(
    table: HttpTable, anyone: Caller, stored: StoreContents
) -> None:
    host = table.host
    seal(table, host)
    stranger = new_player(host.http, "Stranger")
    with stored.unchanged():
        assert_problem(seal(table, host), 409, "luck_already_sealed")
        assert_problem(seal(table, stranger), 403, "not_seated")
        assert_problem(seal(table, anyone), 401, "token_missing")
        bad = host.post(f"{table.path}/luck", {"commitment": "C" * 64})
        assert_problem(bad, 400, "malformed")


def test_after_the_start_it_is_too_late_to_give_luck(table: HttpTable) -> None:
    table.host.post(f"{table.path}/start")
    assert_problem(seal(table, table.host), 409, "already_started")


def test_only_the_share_that_was_committed_to_is_accepted(
    table: HttpTable, stored: StoreContents
) -> None:
    host, bob, _ = table.people
    seal(table, host)
    assert_problem(reveal(table, host), 409, "not_started")
    host.post(f"{table.path}/start")
    with stored.unchanged():
        assert_problem(reveal(table, host, OTHER), 409, "wrong_share")
        assert_problem(reveal(table, bob), 409, "nothing_to_reveal")
        card = {"type": f"{GAME}.play", "card": "R-black-1"}
        assert_problem(table.send(host, card), 409, "luck_not_revealed")


def test_the_host_may_forbid_sealed_luck(anne: Caller, bob: Caller) -> None:
    made = anne.post("/v1/tables", {"game": GAME, "sit": True, "sealed_luck": False})
    table = HttpTable(str(made.headers["location"]), [anne, bob])
    assert_problem(seal(table, anne), 409, "no_sealed_luck")
    body = {"luck": "c" * 64}
    assert_problem(bob.post(f"{table.path}/seats", body), 409, "no_sealed_luck")


def test_a_sealed_seat_that_leaves_closes_the_table_as_withheld(table: HttpTable) -> None:
    host, bob, cleo = table.people
    seal(table, bob)
    host.post(f"{table.path}/start")
    assert cleo.delete(f"{table.path}/seats/2").status_code == 204  # gave none: goes on
    assert table.seen()["status"] == "running"
    bob.delete(f"{table.path}/seats/1")
    closed = bob.get(f"{table.path}/events").json()["events"][-1]
    assert (closed["data"]["reason"], closed["data"]["withheld"]) == ("withheld", [1])
    seen = table.seen()
    assert seen["status"] == "withheld"
    content = history(table)
    report = verify(content)
    assert (report.verdict, report.status) == ("PASS", "withheld")
    assert "an outcome: the table is withheld" in report.not_checked
    assert one_file.verify(content.decode()).word == "PASS"


def test_a_careful_client_does_not_reveal_to_a_server_that_cheats(table: HttpTable) -> None:
    """The answers of the server are changed on their way; the client finds each change."""
    host = table.host
    lies: list[Any] = [
        lambda h: h["events"][0].update(leaf="c" * 64),
        lambda h: h["events"][1].update(command="c" * 64),
        lambda h: h["events"][-2]["event"]["data"].update(luck=[None, None, None]),
        lambda h: h["events"][0]["event"]["data"].update(commitment="c" * 64),
        lambda h: h["header"].update(commitment="c" * 64),
        lambda h: h.update(events=h["events"][:2]),
    ]
    lie: Any = None

    def ask(method: str, path: str, body: Any) -> Any:
        answer = host.ask(method, path, **({} if body is None else {"json": body})).json()
        if path.endswith("/history") and lie is not None:
            lie(answer)
        return answer

    luck = SealedLuck(ask, table.id, host.id)
    luck.seal()
    luck.keep(host.post(f"{table.path}/start").json())
    for each in lies:
        lie = each
        with pytest.raises(Cheated):
            luck.reveal()
    assert table.seen()["decision"]["kind"] == "reveal"
    lie = None
    assert luck.reveal()["events"][0]["type"] == "table.luck_revealed"
