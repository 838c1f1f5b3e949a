"""Pages of other origins may use the API only where the operator allows it."""

from collections.abc import Iterator

import httpx
import pytest

from tests.support.players.callers import Caller, calling
from tests.support.servers.processes import Api
from tests.support.tables.http_table import HttpTable

FRIEND, STRANGER = "https://board.example", "https://evil.example"  # see tight_limits.py
ALLOWED = "access-control-allow-origin"


@pytest.fixture(scope="module")
def friendly(tight_api: Api) -> Iterator[httpx.Client]:
    with calling(tight_api.base) as http:
        yield http


def preflight(http: httpx.Client, origin: str, path: str) -> httpx.Response:
    headers = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    return http.options(path, headers=headers)


def test_by_default_no_origin_is_allowed(http: httpx.Client, read_only_table: HttpTable) -> None:
    for answer in (
        http.get("/v1/games", headers={"Origin": FRIEND}),
        preflight(http, FRIEND, f"{read_only_table.path}/commands"),
    ):
        assert not [name for name in answer.headers if name.startswith("access-control")]


def test_a_friend_may_ask_first(friendly: httpx.Client, read_only_table: HttpTable) -> None:
    answer = preflight(friendly, FRIEND, f"{read_only_table.path}/commands")
    assert answer.status_code == 204
    assert answer.headers[ALLOWED] == FRIEND
    assert answer.headers["access-control-allow-methods"] == "OPTIONS, POST"
    for name in ("Authorization", "Idempotency-Key", "If-Match", "Last-Event-ID"):
        assert name.lower() in answer.headers["access-control-allow-headers"]
    assert "access-control-allow-credentials" not in answer.headers


def test_a_friend_may_read_every_answer(friendly: httpx.Client, race: HttpTable) -> None:
    """Also those that are given without the framework: a plain command, and a refusal."""
    asked = race.at_turn()
    there, command, origin = asked.at(friendly), race.listed(asked), {"Origin": FRIEND}
    there.get("/v1/players/me")
    stream = there.get(f"{race.path}/events/stream", params={"max_seconds": 0}, headers=origin)
    answers = [
        there.get(race.path, headers=origin),
        there.post(f"{race.path}/commands", command, headers=origin),
        there.post(f"{race.path}/commands", command, headers=origin),
        there.get("/nowhere", headers=origin),
        stream,
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 409, 404, 200]
    for answer in answers:
        assert answer.headers[ALLOWED] == FRIEND
        assert "Origin" in answer.headers["vary"]
        exposed = answer.headers["access-control-expose-headers"]
        assert {"ETag", "RateLimit", "Read-Version"} <= set(exposed.split(", "))


def test_a_stranger_may_not(friendly: httpx.Client, read_only_table: HttpTable) -> None:
    for origin in (STRANGER, "null", FRIEND + ".evil.example", FRIEND.upper()):
        assert ALLOWED not in preflight(friendly, origin, read_only_table.path).headers
        answer = friendly.get("/v1/games", headers={"Origin": origin})
        assert ALLOWED not in answer.headers
        assert answer.headers["vary"].endswith("Origin")
    assert ALLOWED not in Caller(friendly).get("/v1/games").headers
