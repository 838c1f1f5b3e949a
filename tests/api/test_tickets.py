"""A ticket stands for a token once, at one table, for a short while, at every process."""

import httpx
import pytest

from tests.api.problem import refused
from tests.api.sitting import Sitting
from tests.api.stored import Stored
from tests.support.sse import frames, heard
from tests.support.web import Caller


def issued(table: Sitting, caller: Caller) -> str:
    answer = caller.post(f"{table.path}/tickets")
    assert answer.status_code == 201, answer.text
    told = answer.json()
    assert told["seconds"] == 30
    assert told["stream"] == f"{table.path}/events/stream?ticket={told['ticket']}"
    assert answer.headers["cache-control"] == "private, no-cache"
    return str(told["ticket"])


def shown(http: httpx.Client, table: Sitting, ticket: str) -> httpx.Response:
    query: dict[str, str | int] = {"ticket": ticket, "max_seconds": 0}
    return http.get(f"{table.path}/events/stream", params=query)


def test_a_ticket_is_as_good_as_a_token_once(quiet: Sitting, http: httpx.Client) -> None:
    bob = quiet.people[1]
    ticket = issued(quiet, bob)
    told = [each.json for each in frames(shown(http, quiet, ticket).text) if each.id]
    assert told == [each.json for each in heard(bob, quiet.path) if each.id]
    assert told != [each.json for each in heard(Caller(http), quiet.path) if each.id]
    again = shown(http, quiet, ticket)
    assert refused(again, 401, "ticket_unknown")["field"] == "ticket"
    assert "WWW-Authenticate" in again.headers


def test_a_ticket_is_good_at_any_process(quiet: Sitting, second: httpx.Client) -> None:
    assert shown(second, quiet, issued(quiet, quiet.host)).status_code == 200


def test_a_ticket_is_good_at_its_table_only(
    quiet: Sitting, finished: Sitting, http: httpx.Client
) -> None:
    refused(shown(http, finished, issued(quiet, quiet.host)), 401, "ticket_unknown")


def test_nobody_can_make_up_a_ticket(quiet: Sitting, http: httpx.Client) -> None:
    for ticket in ("x", "a-ticket-is-good-once", str(quiet.host.token), "*", "\x00", "é" * 20):
        refused(shown(http, quiet, ticket), 401, "ticket_unknown")


def test_a_ticket_counts_before_a_token(quiet: Sitting) -> None:
    anne, bob = quiet.people[:2]
    mixed = heard(anne, quiet.path, ticket=issued(quiet, bob))
    assert [each.json for each in mixed if each.id] == [
        each.json for each in heard(bob, quiet.path) if each.id
    ]
    refused(anne.get(f"{quiet.path}/events/stream", params={"ticket": "x"}), 401, "ticket_unknown")


def test_tickets_are_for_players(quiet: Sitting, anyone: Caller, bob: Caller) -> None:
    refused(anyone.post(f"{quiet.path}/tickets"), 401, "token_missing")
    refused(bob.post(f"/v1/tables/{'a' * 26}/tickets"), 404, "no_such_table")
    refused(bob.post(f"{quiet.path}/tickets", {"seconds": 3600}), 400, "malformed")
    assert issued(quiet, bob), "a spectator with a name may have one, too"


def test_only_the_hash_of_a_ticket_is_kept_and_not_for_long(quiet: Sitting, stored: Stored) -> None:
    ticket = issued(quiet, quiet.host)
    assert stored.names_all(ticket) == []
    waiting = stored.lifetimes("{tickets}:*")
    assert waiting
    assert all(0 < seconds <= 30 for seconds in waiting)


def test_a_ticket_of_somebody_who_was_erased_is_good_for_nothing(
    quiet: Sitting, bob: Caller, http: httpx.Client
) -> None:
    ticket = issued(quiet, bob)
    bob.delete("/v1/players/me")
    refused(shown(http, quiet, ticket), 401, "ticket_unknown")


@pytest.mark.parametrize("path", ["/metrics", "/v1/players/me", ""])
def test_a_ticket_opens_nothing_else(quiet: Sitting, http: httpx.Client, path: str) -> None:
    ticket = issued(quiet, quiet.host)
    answer = http.get(path or quiet.path, params={"ticket": ticket})
    assert answer.status_code in (400, 401)
