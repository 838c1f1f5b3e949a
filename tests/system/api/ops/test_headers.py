"""Invalid headers, and methods that a path does not support."""

import socket
from typing import Any

import httpx
import pytest

from tests.support.documents.document_check import DOCUMENT, assert_problem
from tests.support.players.callers import Caller
from tests.support.servers.processes import PATIENCE, Api
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import GAME, HttpTable

BAD_KEYS = ["", "x" * 65, "a b", "clé", "\t".join("ab"), b"\xff\xfe", "\u200b".encode(), "ключ"]
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND")
PATHS = [(path, sorted(item)) for path, item in DOCUMENT["paths"].items()]
PAGES = [("/", ["get"]), ("/schema", ["get"]), ("/schema/openapi.json", ["get"])]
UNKNOWN = [
    "/v1",
    "/v1/",
    "/v2/games",
    "/v1/games/gumball_rally/cards",
    "/v1/tables/x/y/z",
    "/favicon.ico",
    "/health",
    "/problems",
    "/%00",
    "/v1/games%0A",
    "/v1/%FF",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/" + "x" * 20_000,
]


@pytest.mark.parametrize("key", BAD_KEYS, ids=repr)
@pytest.mark.parametrize("part", ["start", "seats", "commands", "seats/0"])
def test_a_bad_idempotency_key_is_refused(
    read_only_table: HttpTable, stored: StoreContents, part: str, key: str | bytes
) -> None:
    asked = read_only_table.at_turn()
    body = {"seats": {}, "commands": read_only_table.listed(asked)}.get(part)
    method = "DELETE" if part == "seats/0" else "POST"
    raw = key if isinstance(key, bytes) else key.encode()
    with stored.unchanged():
        answer = asked.ask(
            method, f"{read_only_table.path}/{part}", json=body, headers={"Idempotency-Key": raw}
        )
    problem = assert_problem(answer, 400, "malformed")
    assert problem["field"].lower() == "idempotency-key"


@pytest.mark.parametrize(
    "tag", ["garbage", '"999"', "W/", ",", '"d1-"', b"\xff", '"' * 100], ids=repr
)
def test_a_garbage_if_match_no_longer_holds(
    read_only_table: HttpTable, stored: StoreContents, tag: str
) -> None:
    asked = read_only_table.at_turn()
    for query in ({}, {"dry_run": "true"}):
        with stored.unchanged():
            headers = {"If-Match": tag}
            answer = read_only_table.send(
                asked, read_only_table.listed(asked), headers=headers, params=query
            )
        assert_problem(answer, 412, "decision_moved_on")


def test_an_endless_if_match_is_malformed(
    read_only_table: HttpTable, stored: StoreContents
) -> None:
    asked = read_only_table.at_turn()
    with stored.unchanged():
        answer = read_only_table.send(
            asked, read_only_table.listed(asked), headers={"If-Match": "x" * 201}
        )
    assert assert_problem(answer, 400, "malformed")["field"].lower() == "if-match"


@pytest.mark.parametrize("path", UNKNOWN, ids=lambda path: path[:30])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_nothing_is_at_an_unknown_address(api: Api, path: str, method: str) -> None:
    status, headers, problem = raw(api, f"{method} {path} HTTP/1.1")
    assert (status, problem["type"]) == (404, "/problems/not_found")
    assert headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["../../app.py", "%2e%2e/__init__.py", "..%2f..%2fapp.py", "x"])
def test_only_the_files_of_the_page_are_served(api: Api, path: str) -> None:
    status, _, problem = raw(api, f"GET /schema/static/{path} HTTP/1.1")
    assert (status, problem["type"]) == (404, "/problems/not_found")


@pytest.mark.parametrize(("path", "known"), [*PATHS, *PAGES])
def test_an_unknown_method_is_refused_with_those_that_are_known(
    anyone: Caller, stored: StoreContents, path: str, known: list[str]
) -> None:
    filled = filled_in(path)
    for method in set(METHODS) - {name.upper() for name in known}:
        with stored.unchanged():
            answer = anyone.ask(method, filled)
        assert answer.status_code == 405, (method, answer.text)
        allowed = set(answer.headers["allow"].split(", "))
        assert allowed >= {name.upper() for name in known}
        assert method not in allowed


@pytest.mark.parametrize(("path", "known"), [*PATHS, *PAGES])
def test_options_lists_the_methods_of_a_path(anyone: Caller, path: str, known: list[str]) -> None:
    answer = anyone.ask("OPTIONS", filled_in(path))
    assert answer.status_code == 204
    assert answer.content == b""
    allowed = set(answer.headers["allow"].split(", "))
    head = {"HEAD"} if "get" in known else set()
    assert allowed == {*(name.upper() for name in known), "OPTIONS"} | head


@pytest.mark.parametrize("path", ["/v1/games", "/", "/schema/openapi.json", f"/v1/games/{GAME}"])
def test_a_head_request_has_the_headers_of_get_and_no_body(anyone: Caller, path: str) -> None:
    head, get = anyone.ask("HEAD", path), anyone.get(path)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-type", "content-length"):
        assert head.headers[name] == get.headers[name]


def test_where_there_is_nothing_to_get_there_is_no_head(
    anyone: Caller, read_only_table: HttpTable
) -> None:
    assert anyone.ask("HEAD", f"{read_only_table.path}/commands").status_code == 405
    assert anyone.ask("HEAD", "/nowhere").status_code == 404


@pytest.mark.parametrize("value", [b"a\x01b", b"a\x00b", b"a\x7fb"])
def test_control_characters_in_a_header_never_reach_us(
    api: Api, read_only_table: HttpTable, stored: StoreContents, value: bytes
) -> None:
    """What is no HTTP is refused by the server below us, in its own words."""
    with stored.unchanged():
        lines = [
            b"POST %s/start HTTP/1.1" % read_only_table.path.encode(),
            b"Host: x",
            b"Connection: close",
        ]
        lines += [b"Idempotency-Key: " + value, b"Content-Length: 0", b"", b""]
        assert raw_answer(api, b"\r\n".join(lines))[9:12] == b"400"


def filled_in(path: str) -> str:
    names = ("table", "player", "webhook", "delivery", "audit", "token", "seek")
    ids = dict.fromkeys((*names, "limit", "invitation"), "a" * 26)
    log = {"day": "2026-01-01", "path": "0/000"}
    return path.format(**ids, **log, game=GAME, seat=0, code="malformed")


def raw(api: Api, first_line: str) -> tuple[int, httpx.Headers, Any]:
    """An answer to a request line just as it stands: clients like to tidy it up."""
    answer = raw_answer(
        api, f"{first_line}\r\nHost: x\r\nConnection: close\r\n\r\n".encode("latin-1")
    )
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.split(b"\r\n")
    parts = (line.partition(b": ") for line in lines)
    headers = httpx.Headers([(name, value) for name, _, value in parts])
    return int(status[9:12]), headers, httpx.Response(200, content=body).json()


def raw_answer(api: Api, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", api.port), timeout=PATIENCE) as line:
        line.sendall(request)
        return b"".join(iter(lambda: line.recv(65536), b""))


def test_the_time_in_the_server_is_returned_to_those_who_ask(api: Api) -> None:
    asked = {"Prefer": "respond-async, server-timing"}
    for path, status in (("/v1/games", 200), ("/v1/games/none", 404)):
        timed = httpx.get(api.base + path, headers=asked)
        name, _, milliseconds = timed.headers["server-timing"].partition(";dur=")
        assert (timed.status_code, name) == (status, "app")
        assert float(milliseconds) >= 0
        assert "server-timing" not in httpx.get(api.base + path).headers
