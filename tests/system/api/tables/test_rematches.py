"""Rematches over HTTP: one new table, however many processes and calls there are."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.support.players.callers import Caller
from tests.support.tables.http_table import HttpTable, open_table, start_table

Somebody = Callable[[str], Caller]


def code(answer: httpx.Response) -> str:
    return str(answer.json()["type"]).rpartition("/")[2]


def resigned(http: httpx.Client, **wanted: Any) -> HttpTable:
    """Return a table that is over: all players but the host have resigned."""
    table = start_table(http, 3, **wanted)
    for person in table.people[1:]:
        assert person.post(f"{table.path}/resign").status_code == 200
    return table


@pytest.fixture(scope="module")
def closed(http: httpx.Client) -> HttpTable:
    return resigned(http)


def test_calls_that_race_through_two_processes_open_one_table(
    http: httpx.Client, second: httpx.Client
) -> None:
    table = resigned(http)
    with ThreadPoolExecutor(6) as threads:
        calls = [
            threads.submit(person.at(side).post, f"{table.path}/rematch")
            for person in table.people
            for side in (http, second)
        ]
        answers = [call.result() for call in calls]
    assert {answer.status_code for answer in answers} <= {200, 201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    again = answers[0].json()["id"]
    seen = table.host.get(f"/v1/tables/{again}").json()
    assert seen["status"] == "running"
    order = [person.id for person in table.people]
    assert [seat["player"] for seat in seen["seats"]] == [*order[1:], order[0]]
    assert (seen["game"], seen["size"], seen["clock"]) == ("gumball_rally", 3, None)
    assert seen["rematch_of"]["table"] == table.id


def test_the_players_of_the_closed_table_see_its_rematch(
    http: httpx.Client, anyone: Caller
) -> None:
    table = resigned(http)
    before = table.host.get(table.path)
    assert before.json()["rematch"] is None
    opened = table.people[1].post(f"{table.path}/rematch")
    assert opened.status_code == 201
    again = opened.json()["id"]
    assert opened.headers["location"] == f"/v1/tables/{again}"
    unchanged = table.host.get(table.path, headers={"If-None-Match": before.headers["etag"]})
    assert (unchanged.status_code, unchanged.json()["rematch"]) == (200, again)
    tag = unchanged.headers["etag"]
    assert table.host.get(table.path, headers={"If-None-Match": tag}).status_code == 304
    assert anyone.get(table.path).json()["rematch"] is None
    joined = table.host.post(f"{table.path}/rematch")
    assert (joined.status_code, joined.json()["id"]) == (200, again)
    assert joined.json()["status"] == "open"
    stranger = anyone.http.post("/v1/players", json={"name": "Stranger"}).json()
    refused = Caller(http, stranger["token"]).post(f"/v1/tables/{again}/seats", {})
    assert code(refused) == "seats_kept"


def test_a_private_rematch_is_seen_by_its_players_without_an_invitation(
    http: httpx.Client, bob: Caller
) -> None:
    table = resigned(http, private=True)
    again = table.host.post(f"{table.path}/rematch").json()["id"]
    assert table.people[1].get(f"/v1/tables/{again}").json()["private"] is True
    assert code(bob.get(f"/v1/tables/{again}")) == "no_such_table"
    assert table.people[1].post(f"{table.path}/rematch").json()["id"] == again


def test_only_the_players_of_a_closed_table_play_again(
    http: httpx.Client, closed: HttpTable, bob: Caller, race: HttpTable
) -> None:
    assert code(bob.post(f"{closed.path}/rematch")) == "not_seated"
    assert code(race.host.post(f"{race.path}/rematch")) == "cannot_rematch"
    cancelled = open_table(http)
    cancelled.host.delete(cancelled.path)
    assert code(cancelled.host.post(f"{cancelled.path}/rematch")) == "cannot_rematch"
