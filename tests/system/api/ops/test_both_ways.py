"""Law: a quick way answers as the framework does, for every parameter and problem."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from application.setting_values import Rate
from store.embedded.server import EmbeddedServer
from tests.support.players.callers import Caller, calling
from tests.support.servers.processes import until
from tests.support.tables.http_table import HttpTable, open_table, start_table
from tests.system.api.ops.both_ways import BothWays, both_ways

# Every operation with a quick way; `{table}` is a running table.
PATHS = [
    *("/v1/tables/{table}", "/v1/tables/{table}/actions", "/v1/tables/{table}/events"),
    *(
        "/v1/games",
        "/v1/games/bug_race",
        "/v1/games/bug_race/rules",
        "/v1/games/bug_race/components",
    ),
]
ORIGIN = "https://example.org"
NO_LIMITS = {"rate_per_token": None, "rate_per_address": None, "rate_of_registration": None}
QUERIES = [
    *("at=1", "at=0", "at=99999", "seat=0", "seat=1", "seat=7", "seat=x", "at=3&seat=0"),
    *(
        "at=null",
        "at=1&at=2",
        "colour=red",
        "",
        "head=1:" + "0" * 64,
        "head=x",
        "at=%ff",
    ),
    *("lang=fr", "after=02", "limit=02", "wait=01"),
    *("after=2", "after=2&limit=1", "limit=1&after=2", "after=1&limit=2&wait=1&lang=fr"),
    *("limit=0", "limit=501", "limit=500", "after=99999", "after=-1", "wait=31", "after=1&wait=0"),
]
HEADERS: list[list[tuple[str, str | bytes]]] = [
    [],
    [("If-None-Match", "*")],
    [("If-None-Match", "{tag}")],
    [("If-None-Match", "W/{tag}")],
    [("If-None-Match", '"0", {tag}')],
    [("If-None-Match", "{tag}x")],
    [("If-None-Match", "x" * 200)],
    [("If-None-Match", "x" * 201)],
    [("If-None-Match", b'"\xff"')],
    [("If-None-Match", '"0"'), ("If-None-Match", "{tag}")],
    [("If-Match", '"0"')],
    [("If-Match", '"' + "0" * 64 + '"')],
    [("Accept-Language", "fr")],
    [("Accept-Language", "de, fr;q=0.5")],
    [("Accept-Language", "x" * 1001)],
    [("Accept-Language", "fr"), ("Accept-Language", "en")],
    [("Accept", "text/html")],
    [("Accept-Encoding", "gzip")],
    [("Accept-Encoding", "zstd;q=0.5, br")],
    [("Origin", ORIGIN)],
    [("Origin", "https://other.example")],
    [("Invitation", "abc")],
    [("Invitation", "a b")],
    [("Connection", "close")],
    [("Expect", "100-continue")],
    [("X-Forwarded-For", "192.0.2.7")],
    [("Idempotency-Key", "a"), ("Idempotency-Key", "b")],
]
TOKENS = ["Bearer x", "Bearer", "Basic abc", "bearer  {token}", "Bearer {token} x"]
METHODS = ["HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH"]


@pytest.fixture(scope="module")
def ways(store: EmbeddedServer) -> Iterator[BothWays]:
    with both_ways(store.url, cors_origins=frozenset({ORIGIN}), **NO_LIMITS) as ways:
        yield ways


@pytest.fixture(scope="module")
def near(ways: BothWays) -> Iterator[httpx.Client]:
    with calling(ways.bases[0]) as http:
        yield http


@pytest.fixture(scope="module")
def running(near: httpx.Client) -> HttpTable:
    return start_table(near, clock=None)


def bearer(caller: Caller) -> tuple[str, str]:
    return "Authorization", f"Bearer {caller.token}"


def asked(
    ways: BothWays, table: HttpTable, caller: Caller | None, *headers: tuple[str, str | bytes]
) -> tuple[bool, httpx.Response]:
    sent = [*headers, *([bearer(caller)] if caller else [])]
    return ways.ask("GET", table.path, headers=sent)


def quickly(
    ways: BothWays, table: HttpTable, caller: Caller | None, *headers: tuple[str, str]
) -> httpx.Response:
    """Return the first answer of a quick way: the process must know the caller and the names."""

    found: list[httpx.Response] = []  # a 304 is not true

    def is_quick() -> bool:
        quick, answer = asked(ways, table, caller, *headers)
        found.append(answer)
        return quick

    until(is_quick)
    return found[-1]


def test_a_table_that_is_known_is_answered_quickly(ways: BothWays, running: HttpTable) -> None:
    for caller in (*running.people, None):
        answer = quickly(ways, running, caller)
        assert answer.status_code == 200
        again = quickly(ways, running, caller, ("If-None-Match", answer.headers["etag"]))
        assert again.status_code == 304


def test_a_table_that_has_gone_on_is_answered_as_it_is_now(
    ways: BothWays, running: HttpTable, http: httpx.Client
) -> None:
    running.at(http).step()  # at another process
    answer = quickly(ways, running, running.host)
    assert answer.json()["version"] == running.host.at(http).get(running.path).json()["version"]


def test_a_page_of_events_ends_with_the_newest(
    ways: BothWays, running: HttpTable, http: httpx.Client
) -> None:
    path, sent = f"{running.path}/events?after=1", [bearer(running.host)]
    until(lambda: ways.ask("GET", path, headers=sent)[0])
    version = running.at(http).step()["version"]
    assert ways.ask("GET", path, headers=sent)[1].json()["next_after"] == version
    until(lambda: ways.ask("GET", f"{running.path}/events?after={version}", headers=sent)[0])


@pytest.fixture(params=PATHS)
def path(request: pytest.FixtureRequest, running: HttpTable) -> str:
    template: str = request.param
    return template.replace("{table}", running.id)


def test_the_law_covers_every_quick_way(ways: BothWays) -> None:
    known = ways.app.app.state.ways.ways.values()
    paths = {way.path.replace("{game}", "bug_race") for way in known}
    others = {"/v1/tables", "/v1/tables/{table}/commands"}  # see test_{lists,commands}_both_ways.py
    assert paths == {*PATHS, *others}


def test_a_known_caller_is_answered_quickly(ways: BothWays, running: HttpTable, path: str) -> None:
    until(lambda: ways.ask("GET", path, headers=[bearer(running.host)])[0])


@pytest.mark.parametrize("headers", HEADERS, ids=repr)
def test_headers_mean_the_same(
    ways: BothWays, running: HttpTable, path: str, headers: list[tuple[str, str | bytes]]
) -> None:
    tag = running.host.get(path).headers.get("etag", '"1"')
    filled = [(k, v.replace("{tag}", tag) if isinstance(v, str) else v) for k, v in headers]
    for sent in ([bearer(running.host), *filled], filled):
        ways.ask("GET", path, headers=sent)


@pytest.mark.parametrize("query", QUERIES, ids=repr)
def test_parameters_mean_the_same(
    ways: BothWays, running: HttpTable, path: str, query: str
) -> None:
    for headers in ([bearer(running.host)], []):
        ways.ask("GET", f"{path}?{query}", headers=headers)


@pytest.mark.parametrize("form", TOKENS)
def test_tokens_mean_the_same(ways: BothWays, running: HttpTable, path: str, form: str) -> None:
    sent = form.replace("{token}", str(running.host.token))
    ways.ask("GET", path, headers=[("Authorization", sent)])
    twice = [bearer(running.host), ("Authorization", sent)]
    assert ways.ask("GET", path, headers=twice)[1].status_code == 400


def test_a_token_without_the_scope_is_refused(ways: BothWays, running: HttpTable) -> None:
    made = running.host.post("/v1/players/me/tokens", {"name": "x", "scopes": ["webhooks"]})
    assert made.status_code == 201, made.text
    limited = Caller(running.host.http, made.json()["token"])
    assert asked(ways, running, limited)[1].status_code == 403
    running.host.delete(f"/v1/players/me/tokens/{made.json()['id']}")
    assert asked(ways, running, limited)[1].status_code == 401


@pytest.mark.parametrize("method", METHODS)
def test_other_methods_are_the_same(
    ways: BothWays, running: HttpTable, path: str, method: str
) -> None:
    ways.ask(method, path, headers=[bearer(running.host)])


@pytest.mark.parametrize("more", ["/", "x", "%2f", "/nothing", "%00", "?"])
def test_other_paths_are_the_same(ways: BothWays, path: str, more: str) -> None:
    ways.ask("GET", path + more)


@pytest.mark.parametrize(
    "wanted", [{"private": True}, {"watch": "nobody"}, {"watch": "invited"}, {"sealed_luck": False}]
)
def test_hidden_tables_are_the_same(
    ways: BothWays, near: httpx.Client, running: HttpTable, wanted: dict[str, Any]
) -> None:
    table = open_table(near, **wanted)
    code = table.seen()["you"]["code"]
    for _ in range(2):
        for caller in (*table.people, running.host, None):
            for invitation in filter(None, ("x", code)):
                asked(ways, table, caller, ("Invitation", invitation))
            asked(ways, table, caller)
            ways.ask("GET", f"{table.path}/actions", headers=[bearer(caller)] if caller else [])
        if table.seen()["status"] == "open":
            table.start()


def test_a_closed_table_is_the_same(ways: BothWays, near: httpx.Client) -> None:
    table = start_table(near, clock=None)
    for person in table.people[1:]:
        person.post(f"{table.path}/resign")
    for caller in (*table.people, None):
        tag = asked(ways, table, caller)[1].headers["etag"]
        assert asked(ways, table, caller, ("If-None-Match", tag))[1].status_code == 304


def test_limits_are_charged_once_and_told_the_same(
    store: EmbeddedServer, running: HttpTable
) -> None:
    limits = {
        "rate_per_token": Rate(1, 20),
        "rate_per_address": Rate(1, 60),
        "rate_of_registration": None,
    }
    with both_ways(store.url, **limits) as ways:
        limiter: Any = ways.app.app.state.gate.limiter
        limiter._per_token._now = limiter._per_address._now = lambda: 0.0
        httpx.get(ways.bases[0] + running.path, headers=dict([bearer(running.host)]))
        for left in range(19, 0, -2):  # its address was charged before its token was known
            answer = asked(ways, running, running.host)[1]
            assert answer.headers["ratelimit"] == f'"token";r={left};t={20 - left}'
        assert asked(ways, running, running.host)[1].status_code == 429
        assert asked(ways, running, None)[1].status_code == 200


def test_a_prefix_changes_paths_both_ways(store: EmbeddedServer, running: HttpTable) -> None:
    with both_ways(store.url, prefix="/ludo", **NO_LIMITS) as ways:
        assert quickly(ways, running, running.host).status_code == 200
        ways.ask("GET", "/../v1/games")
        ways.ask("GET", running.path + "?at=x")
