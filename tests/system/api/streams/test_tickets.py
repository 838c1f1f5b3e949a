"""A ticket replaces a token for one client, at one table, for a bounded time, at every process."""

import httpx
import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.network.sse import frames, read_stream
from tests.support.players.callers import Caller
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import HttpTable


def issued(table: HttpTable, caller: Caller) -> str:
    answer = caller.post(f"{table.path}/tickets")
    assert answer.status_code == 201, answer.text
    told = answer.json()
    assert (told["seconds"], told["resume_seconds"]) == (30, 3600)
    assert told["stream"] == f"{table.path}/events/stream?ticket={told['ticket']}"
    assert answer.headers["cache-control"] == "private, no-cache"
    return str(told["ticket"])


def shown(http: httpx.Client, table: HttpTable, ticket: str) -> httpx.Response:
    query: dict[str, str | int] = {"ticket": ticket, "max_seconds": 0}
    return http.get(f"{table.path}/events/stream", params=query)


def test_a_ticket_is_as_good_as_a_token_once(
    read_only_table: HttpTable, http: httpx.Client
) -> None:
    bob = read_only_table.people[1]
    ticket = issued(read_only_table, bob)
    told = [each.json for each in frames(shown(http, read_only_table, ticket).text) if each.id]
    assert told == [each.json for each in read_stream(bob, read_only_table.path) if each.id]
    assert told != [
        each.json for each in read_stream(Caller(http), read_only_table.path) if each.id
    ]
    again = shown(http, read_only_table, ticket)
    assert assert_problem(again, 401, "ticket_unknown")["field"] == "ticket"
    assert "WWW-Authenticate" in again.headers


def test_the_same_client_resumes_with_its_last_id_and_no_other_does(
    read_only_table: HttpTable, http: httpx.Client, second: httpx.Client
) -> None:
    path = f"{read_only_table.path}/events/stream"
    ticket = issued(read_only_table, read_only_table.people[1])
    query: dict[str, str | int] = {"ticket": ticket, "max_seconds": 0}
    agent = {"User-Agent": "browser"}
    first = frames(http.get(path, params=query, headers=agent).text)
    ids = [int(each.id) for each in first if each.id]
    resumed = {**agent, "Last-Event-ID": str(ids[3])}
    for process in (second, http):
        again = frames(process.get(path, params=query, headers=resumed).text)
        assert [int(each.id) for each in again if each.id] == ids[4:]
        assert [e.json for e in again if e.id] == [e.json for e in first if e.id][4:]
    other = {**resumed, "User-Agent": "another"}
    assert_problem(http.get(path, params=query, headers=other), 401, "ticket_unknown")
    assert_problem(http.get(path, params=query, headers=agent), 401, "ticket_unknown")


def test_a_stream_says_where_to_resume_before_its_first_event(read_only_table: HttpTable) -> None:
    version = read_only_table.seen()["version"]
    first = read_stream(read_only_table.host, read_only_table.path, after=version)[0]
    assert (first.resume_from, first.data) == (str(version), [])


def test_a_ticket_is_good_at_any_process(read_only_table: HttpTable, second: httpx.Client) -> None:
    assert (
        shown(second, read_only_table, issued(read_only_table, read_only_table.host)).status_code
        == 200
    )


def test_a_ticket_is_good_at_its_table_only(
    read_only_table: HttpTable, finished: HttpTable, http: httpx.Client
) -> None:
    assert_problem(
        shown(http, finished, issued(read_only_table, read_only_table.host)), 401, "ticket_unknown"
    )


def test_nobody_can_make_up_a_ticket(read_only_table: HttpTable, http: httpx.Client) -> None:
    for ticket in (
        "x",
        "a-ticket-is-good-once",
        str(read_only_table.host.token),
        "*",
        "\x00",
        "é" * 20,
    ):
        assert_problem(shown(http, read_only_table, ticket), 401, "ticket_unknown")


def test_a_ticket_counts_before_a_token(read_only_table: HttpTable) -> None:
    anne, bob = read_only_table.people[:2]
    mixed = read_stream(anne, read_only_table.path, ticket=issued(read_only_table, bob))
    assert [each.json for each in mixed if each.id] == [
        each.json for each in read_stream(bob, read_only_table.path) if each.id
    ]
    assert_problem(
        anne.get(f"{read_only_table.path}/events/stream", params={"ticket": "x"}),
        401,
        "ticket_unknown",
    )


def test_tickets_are_for_players(read_only_table: HttpTable, anyone: Caller, bob: Caller) -> None:
    assert_problem(anyone.post(f"{read_only_table.path}/tickets"), 401, "token_missing")
    assert_problem(bob.post(f"/v1/tables/{'a' * 26}/tickets"), 404, "no_such_table")
    assert_problem(bob.post(f"{read_only_table.path}/tickets", {"seconds": 3600}), 400, "malformed")
    assert issued(read_only_table, bob), "a spectator with a name may have one, too"


def test_only_the_hash_of_a_ticket_is_kept_and_not_for_long(
    read_only_table: HttpTable, stored: StoreContents
) -> None:
    ticket = issued(read_only_table, read_only_table.host)
    assert stored.keys_with(ticket) == []
    waiting = stored.ttls("{tickets}:*")
    assert waiting
    assert all(0 < seconds <= 3600 for seconds in waiting)


def test_a_ticket_of_somebody_who_was_erased_is_good_for_nothing(
    read_only_table: HttpTable, bob: Caller, http: httpx.Client
) -> None:
    ticket = issued(read_only_table, bob)
    bob.erase()
    assert_problem(shown(http, read_only_table, ticket), 401, "ticket_unknown")


@pytest.mark.parametrize("path", ["/metrics", "/v1/players/me", ""])
def test_a_ticket_opens_nothing_else(
    read_only_table: HttpTable, http: httpx.Client, path: str
) -> None:
    ticket = issued(read_only_table, read_only_table.host)
    answer = http.get(path or read_only_table.path, params={"ticket": ticket})
    assert answer.status_code in (400, 401)
