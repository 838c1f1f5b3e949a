"""The journey of two strangers through real processes: matched, one resigns, they play again."""

from collections.abc import Iterator

import httpx
import pytest

from domain.audit.verify import verify
from tests.support.players.callers import Caller, calling, new_player
from tests.support.servers.processes import Api, until
from tests.support.tables.http_table import HttpTable, start_table

GAME = "asterix"


@pytest.fixture(scope="module")
def http(whole_server: Api) -> Iterator[httpx.Client]:
    with calling(whole_server.base) as client:
        yield client


def matched(anne: Caller, bob: Caller) -> HttpTable:
    """Let two strangers find each other by equal seeks; the server starts their table."""
    wish = {"game": GAME, "seats": 2, "clock": {"kind": "per_decision", "seconds": 60}}
    waiting = anne.post("/v1/seeks", wish).json()
    assert waiting["status"] == "waiting"
    found = bob.post("/v1/seeks", wish).json()
    assert found["status"] == "matched"
    assert anne.get(f"/v1/seeks/{waiting['id']}").json()["table"] == found["table"]
    return HttpTable(f"/v1/tables/{found['table']}", [anne, bob])


def rematched(table: HttpTable) -> HttpTable:
    """Let both players of a closed table play again; the second finds the table of the first."""
    anne, bob = table.people
    opened = bob.post(f"{table.path}/rematch")
    assert (opened.status_code, opened.json()["status"]) == (201, "open")
    path = opened.headers["location"]
    assert f"/v1/tables/{table.seen(anne)['rematch']}" == path
    joined = anne.post(f"{table.path}/rematch")
    assert (joined.status_code, joined.json()["status"]) == (200, "running")
    assert joined.headers["location"] == path
    return HttpTable(path, [bob, anne])


def test_two_strangers_are_matched_play_and_are_rematched(http: httpx.Client) -> None:
    anne, bob = (new_player(http, name) for name in ("Anne", "Bob"))
    table = matched(anne, bob)
    for _ in range(4):
        table.step()
    resigned = bob.post(f"{table.path}/resign").json()
    assert [e["type"] for e in resigned["events"]] == ["table.seat_resigned", "table.closed"]
    assert table.seen()["outcome"]["places"] == [1, 2]
    again = rematched(table)
    seats = [seat["player"] for seat in again.seen()["seats"]]
    assert seats == [bob.id, anne.id]
    again.step()
    bob.post(f"{again.path}/end")
    ended = anne.post(f"{again.path}/end").json()
    assert ended["events"][-1]["data"]["reason"] == "agreed"
    for each in (table, again):
        assert verify(bob.get(f"{each.path}/history").content).verdict == "PASS"
    ranked = until(lambda: records(bob))
    assert [(each["played"], each["wins"]) for each in ranked] == [(1, 0)]
    assert records(anne) == []  # nobody gains by a resignation after few decisions


def records(player: Caller) -> list[dict[str, int]]:
    """Return the standings of a player: a table that ended by consent is not among them."""
    found: list[dict[str, int]] = player.get(f"/v1/players/{player.id}").json()["records"]
    return found


def test_the_server_plays_for_a_seat_that_resigned(http: httpx.Client) -> None:
    table = start_table(http)
    asked = table.at_turn()
    assert asked.post(f"{table.path}/resign").status_code == 200
    until(lambda: table.at_turn() is not asked)
    while (turn := table.at_turn()) is not asked:
        table.send(turn, table.listed(turn))
    seat = table.people.index(asked)
    until(lambda: defaults(table, seat) >= 2)


def defaults(table: HttpTable, seat: int) -> int:
    """Return how many default moves the server has played for this seat."""
    page = table.host.get(f"{table.path}/events", params={"limit": 500}).json()["events"]
    played = [e for e in page if e.get("type") == "table.default_played"]
    return sum(event["data"]["seat"] == seat for event in played)
