"""What a user reports of a failed request leads to the line of the log."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis

from store import keyspace
from store.embedded.server import EmbeddedServer
from tests.support.network.sse import open_stream
from tests.support.players.callers import calling
from tests.support.servers.processes import Api, serving, until
from tests.support.tables.http_table import start_table

LOUD = {"LUDOTHEQUE_LOG": "json", "LUDOTHEQUE_ACCESS_LOG": "on"}
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"
IGNORED = ["", "two words", "x" * 65, "line\tbreak", "{}"]
NO_TRACE = [
    "",
    "00-xyz",
    PARENT.replace("4b", "4B"),
    f"ff{PARENT[2:]}",
    f"00-{'0' * 32}-{'1' * 16}-01",
]


@pytest.fixture(scope="module")
def loud(store: EmbeddedServer, directory: Path) -> Iterator[Api]:
    with serving(store.url, directory / "ids", **LOUD) as api:
        yield api


@pytest.fixture(scope="module")
def client(loud: Api) -> Iterator[httpx.Client]:
    with calling(loud.base) as http:
        yield http


def lines_of(api: Api, request: str) -> list[dict[str, Any]]:
    """Return the lines of the log with this id, when there are any."""

    def found() -> list[dict[str, Any]]:
        lines = [json.loads(line) for line in api.output.splitlines()]
        return [line for line in lines if line.get("request") == request]

    return list(until(found))


@pytest.mark.parametrize("path", ["/v1/games", "/v1/tables", "/v1/tables?limit=-1", "/v1/nothing"])
def test_every_request_has_an_id_of_its_own_that_is_logged(
    loud: Api, client: httpx.Client, path: str
) -> None:
    answers = [client.get(path) for _ in range(2)]
    ids = [answer.headers["request-id"] for answer in answers]
    assert ids[0] != ids[1]
    for answer, request in zip(answers, ids, strict=True):
        [line] = lines_of(loud, request)
        assert line["status"] == answer.status_code
        assert answer.is_success or answer.json()["request_id"] == request


@pytest.mark.parametrize("path", ["/v1/games", "/v1/players/me", "/docs"])
def test_the_id_of_a_client_is_taken_over(loud: Api, client: httpx.Client, path: str) -> None:
    own = f"mine:{path}"
    answer = client.get(path, headers={"Request-Id": own})
    assert answer.headers["request-id"] == own
    assert lines_of(loud, own)[0]["status"] == answer.status_code
    assert "traceparent" not in answer.headers


@pytest.mark.parametrize("wrong", IGNORED)
def test_what_is_no_id_is_replaced(client: httpx.Client, wrong: str) -> None:
    answer = client.get("/v1/games", headers={"Request-Id": wrong})
    assert answer.status_code == 200
    assert answer.headers["request-id"] not in ("", wrong)


def test_a_trace_goes_on(loud: Api, client: httpx.Client) -> None:
    answer = client.get("/v1/games/chess", headers={"traceparent": PARENT})
    assert answer.headers["request-id"] == answer.json()["request_id"] == TRACE
    version, trace, span, flags = answer.headers["traceparent"].split("-")
    assert (version, trace, flags) == ("00", TRACE, "01")
    assert span != PARENT.split("-")[2]
    assert lines_of(loud, TRACE)[0]["status"] == 404
    named = client.get("/v1/games", headers={"traceparent": PARENT, "Request-Id": "mine"})
    assert named.headers["request-id"] == "mine"
    assert named.headers["traceparent"].split("-")[1] == TRACE


@pytest.mark.parametrize("wrong", NO_TRACE)
def test_what_is_no_trace_is_ignored(client: httpx.Client, wrong: str) -> None:
    answer = client.get("/v1/games", headers={"traceparent": wrong})
    assert answer.status_code == 200
    assert "traceparent" not in answer.headers


def test_commands_and_streams_have_ids_too(loud: Api, client: httpx.Client) -> None:
    table = start_table(client)
    sent = table.send(table.at_turn(), {"type": "gumball_rally.play"}, headers={"Request-Id": "c1"})
    assert sent.json()["request_id"] == "c1"
    assert lines_of(loud, "c1")[0]["route"] == "/v1/tables/{table}/commands"
    with open_stream(table.host, table.path) as listener:
        assert listener.answer.headers["request-id"]


def test_the_reason_of_a_failure_is_logged_with_the_id(
    loud: Api, client: httpx.Client, store: EmbeddedServer, http: httpx.Client
) -> None:
    """Also without a line for each request: what is logged on its behalf has its id."""
    race = start_table(http)  # in another process, so that this one reads it
    with Redis.from_url(store.url) as redis:
        redis.hset(keyspace.meta(race.id), "h", bytes(32))
    answer = client.get(race.path)
    assert answer.status_code == 500
    reason, line = lines_of(loud, answer.json()["request_id"])
    assert (reason["level"], line["logger"]) == ("critical", "ludotheque.access")
    assert "do not match its hash chain" in reason["message"]
