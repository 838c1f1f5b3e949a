"""Private tables and who may watch: for a stranger, a private table does not exist."""

import json
from typing import Any

import httpx
import pytest

from api.asgi.visit import ABSENT_SECONDS
from tests.support.documents.document_check import DOCUMENT, assert_problem
from tests.support.network.sse import open_stream
from tests.support.players.callers import Caller
from tests.support.tables.http_table import GAME, HttpTable, open_table, start_table

AT_A_TABLE = [
    (method.upper(), path)
    for path, item in DOCUMENT["paths"].items()
    for method in item
    if "{table}" in path and not path.startswith("/v1/admin/")  # strangers get 403 there
]
BODIES: dict[str, Any] = {
    "commands": {"type": f"{GAME}.play", "card": "R-red-4"},
    "seats": {},
    "forks": {"at": 1},
    "luck": {"commitment": "0" * 64},
    "clock": {"advance": 1},
    "reveal": {"share": "0" * 64},
}
NOWHERE = "a" * 26


def ask(caller: Caller, method: str, path: str, table: str, **sent: Any) -> httpx.Response:
    address = path.replace("{table}", table).replace("{seat}", "0")
    body = BODIES.get(path.rpartition("/")[2])
    content = {"json": body} if body is not None and method == "POST" else {}
    return caller.ask(method, address, **content, **sent)


@pytest.fixture(scope="module")
def hidden(http: httpx.Client) -> HttpTable:
    return start_table(http, private=True)


@pytest.mark.parametrize(("method", "path"), AT_A_TABLE)
def test_a_stranger_cannot_distinguish_a_private_table_from_none(
    hidden: HttpTable, bob: Caller, anyone: Caller, method: str, path: str
) -> None:
    for stranger in (bob, anyone):
        there = ask(stranger, method, path, hidden.id)
        nowhere = ask(stranger, method, path, NOWHERE)
        assert there.status_code == nowhere.status_code in (401, 403, 404)
        if there.status_code == 404:  # neither from memory at once: times would tell
            assert (
                min(each.elapsed.total_seconds() for each in (there, nowhere))
                > 0.9 * ABSENT_SECONDS
            )
        told, other = json.loads(there.text.replace(hidden.id, NOWHERE)), nowhere.json()
        assert told.pop("request_id") != other.pop("request_id")
        assert told == other


def test_a_private_game_that_a_third_person_cannot_see(
    anne: Caller, bob: Caller, anyone: Caller, http: httpx.Client, projector: None
) -> None:
    """Anne opens a private game and sends Bob the link; Eve finds it nowhere."""
    body = {"game": GAME, "private": True, "sit": True, "seats": 3, "clock": None}
    made = anne.post("/v1/tables", body).json()
    path, code = f"/v1/tables/{made['id']}", made["you"]["code"]
    assert made["you"]["invitation"] == f"/#/table/{made['id']}?invitation={code}"
    assert (made["private"], made["watch"]) == (True, "invited")
    invitation = {"Invitation": code}
    assert bob.get(path, headers=invitation).json()["seats"][0]["name"] == "Anne"
    assert bob.post(f"{path}/seats", {}, headers=invitation).status_code == 201
    assert anne.post(f"{path}/seats", {"bot": "greedy"}).status_code == 201
    version = anne.post(f"{path}/start").json()["version"]
    assert bob.get(path).json()["status"] == "running"  # with a seat, the token is enough
    fresh = {"min_version": f"{made['id']}:{version}"}
    assert [t["id"] for t in anne.get("/v1/players/me", params=fresh).json()["recent"]] == [
        made["id"]
    ]
    for stranger in (anyone, Caller(http, made_token(http, "Eve"))):
        for part in ("", "/events", "/events/stream", "/history", "/views", "/receipt"):
            assert_problem(stranger.get(path + part), 404, "no_such_table")
        listed = stranger.get("/v1/tables", params={"player": anne.id}).json()["tables"]
        assert listed == stranger.get(f"/v1/players/{anne.id}").json()["recent"] == []
        assert_problem(stranger.get("/v1/tables", params=fresh), 404, "no_such_table")
        profile = stranger.get(f"/v1/players/{anne.id}", params=fresh)
        assert_problem(profile, 404, "no_such_table")


def made_token(http: httpx.Client, name: str) -> str:
    token: str = http.post("/v1/players", json={"name": name}).json()["token"]
    return token


def test_no_other_way_leads_to_a_private_table(hidden: HttpTable, bob: Caller) -> None:
    hook = {"url": "https://example.org/hook", "table": hidden.id}
    assert_problem(bob.post("/v1/webhooks", hook), 404, "no_such_table")
    following = bob.post("/v1/tables", {"game": GAME, "follows": hidden.id})
    assert_problem(following, 404, "no_such_table")
    board = bob.get(f"/v1/games/{GAME}/leaderboard", params={"min_version": f"{hidden.id}:1"})
    assert_problem(board, 404, "no_such_table")


def test_an_invited_spectator_reads_and_streams_with_the_code(
    hidden: HttpTable, bob: Caller
) -> None:
    invitation = {"Invitation": hidden.seen()["you"]["code"]}
    for part in ("", "/events", "/history", "/views", "/receipt"):
        assert bob.get(hidden.path + part, headers=invitation).status_code == 200
    ticket = bob.post(f"{hidden.path}/tickets", headers=invitation).json()["ticket"]
    with open_stream(Caller(bob.http), hidden.path, ticket=ticket) as stream:
        stream.wait_for(lambda stream: stream.named("snapshot"))
    assert_problem(bob.get(hidden.path, headers={"Invitation": "wrong"}), 404, "no_such_table")


@pytest.mark.parametrize("part", ["", "/actions", "/events", "/history", "/views", "/receipt"])
def test_what_can_be_no_code_is_malformed_at_a_public_table_too(
    race: HttpTable, bob: Caller, part: str
) -> None:
    for text in ("", "two words", "é", 65 * "x"):
        sent = {"Invitation": text.encode("latin-1")}
        assert_problem(bob.get(race.path + part, headers=sent), 400, "malformed")


def test_nobody_watches_a_table_before_its_end_if_the_host_says_so(
    http: httpx.Client, bob: Caller
) -> None:
    table = open_table(http, watch="nobody")
    assert bob.get(table.path).json()["watch"] == "nobody"  # there is nothing to watch yet
    with open_stream(bob, table.path) as stream:
        stream.wait_for(lambda stream: stream.named("snapshot"))
        assert table.host.post(f"{table.path}/start").status_code == 200
        stream.wait_for(lambda stream: stream.named("bye"))
        assert stream.named("bye")[0]["reason"] == "not_watchable"
        assert not [event for event in stream.events() if event.get("type") == "table.started"]
    for part in ("", "/events", "/events/stream", "/history", "/views", "/actions"):
        assert_problem(bob.get(table.path + part), 403, "not_watchable")
    assert_problem(bob.post(f"{table.path}/audits"), 403, "not_watchable")
    assert_problem(bob.post(f"{table.path}/tickets"), 403, "not_watchable")
    table.finish()
    for part in ("", "/events", "/history", "/views"):
        assert bob.get(table.path + part).status_code == 200


def test_the_host_chooses_to_be_watched_by_the_invited(http: httpx.Client, bob: Caller) -> None:
    table = start_table(http, watch="invited")
    assert_problem(bob.get(table.path), 403, "not_watchable")
    invitation = {"Invitation": table.seen()["you"]["code"]}
    assert bob.get(table.path, headers=invitation).json()["status"] == "running"
