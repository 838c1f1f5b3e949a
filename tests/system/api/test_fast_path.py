"""A plain command takes the short way and gets the same answer as on the long one."""

from typing import Any

import pytest
from litestar import Litestar

from api.app import framework
from api.asgi import fast_path
from api.asgi.rate_limit import token_of
from api.http.auth import hash_token
from application.ports.event_log import OutcomeUnknown, StoreUnavailable
from application.settings import Settings
from store.embedded.server import EmbeddedServer
from tests.support.callers import Caller
from tests.support.http_table import HttpTable
from tests.support.problems import assert_problem

THE_LONG_WAY = {"dry_run": "false"}  # a query says nothing new here, but is not plain
KEY = {"Idempotency-Key": "both ways".replace(" ", "-")}
PLAY = b'{"type":"gumball_rally.play","card":"R-noir-1"}'


def test_what_is_accepted_is_answered_alike(race: HttpTable) -> None:
    asked = race.at_turn()
    command = race.listed(asked)
    short = race.send(asked, command, headers=KEY)
    long = race.send(asked, command, headers=KEY, params=THE_LONG_WAY)
    assert (short.status_code, short.content) == (long.status_code, long.content)
    assert short.headers["content-type"] == long.headers["content-type"]


@pytest.mark.parametrize(
    "command",
    [
        {"type": "gumball_rally.play", "card": "R-noir-1"},
        {"type": "gumball_rally.play", "card": "R-noir-1", "colour_passes": -1},
        {"type": "gumball_rally.play"},
        {"card": "R-noir-1"},
        {"type": "gumball_rally.fly"},
        {},
        [],
    ],
)
def test_what_is_refused_is_refused_alike(read_only_table: HttpTable, command: Any) -> None:
    for caller in (read_only_table.waiting(), Caller(read_only_table.host.http)):
        short = read_only_table.send(caller, command)
        long = read_only_table.send(caller, command, params=THE_LONG_WAY)
        assert (short.status_code, short.content) == (long.status_code, long.content)
        assert short.headers["content-type"] == long.headers["content-type"]


def test_an_unknown_table_is_unknown_on_both(anne: Caller) -> None:
    for query in ({}, THE_LONG_WAY):
        body = {"type": "gumball_rally.play", "card": "R-noir-1"}
        answer = anne.post(f"/v1/tables/{'a' * 26}/commands", body, params=query)
        assert_problem(answer, 404, "no_such_table")


@pytest.mark.parametrize(
    "body",
    [
        PLAY.replace(b'"card"', b'"card":"R-noir-2","card"'),
        b'{"card":"R-noir-1"}',
        b'{"colour_passes":12345678901,"colour_passes":0,"card":"R-bleu-8"}',
        b'{"card":"R-noir-1","type":"gumball_rally.play"}',
        b'{"card":"R-noir-1","card":"R-noir-10"}',
        PLAY[:-1] + b',"colour_passes":4.0}',
        PLAY.replace(b"noir", b"no\xffr"),
        PLAY.replace(b"R-noir-1", b"\\ud800"),
        PLAY + b"x",
        b"[" * 5000,
        b"",
    ],
)
def test_whatever_is_not_plain_takes_the_long_way(body: bytes) -> None:
    assert fast_path.command_in({"type": "http.request", "body": body}, 10_000) is None


def test_what_is_plain_does_not() -> None:
    blanks = PLAY.replace(b":", b" : ").replace(b",", b" ,\n")
    for body in (PLAY, blanks):
        assert fast_path.command_in({"type": "http.request", "body": body}, 10_000) is not None
    assert fast_path.command_in({"type": "http.request", "body": PLAY}, 10) is None
    assert (
        fast_path.command_in({"type": "http.request", "body": PLAY, "more_body": True}, 99) is None
    )
    assert fast_path.command_in({"type": "http.disconnect"}, 99) is None


async def asked(app: Litestar, table: str, token: str) -> tuple[bool, list[Any]]:
    """Whether it was answered on the short way, and what was sent."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": PLAY}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [
        (b"content-type", b"application/json"),
        (b"authorization", b"Bearer " + token.encode()),
    ]
    scope: Any = {
        "type": "http",
        "method": "POST",
        "path": f"/v1/tables/{table}/commands",
        "query_string": b"",
        "headers": headers,
        "server": ("127.0.0.1", 80),
        "scheme": "http",
        "state": {},
        "litestar_app": app,
    }
    remaining = await fast_path.answered(app.state.services, scope, token_of(scope), receive, send)
    return remaining is None, sent


@pytest.mark.anyio
async def test_the_short_way_is_taken_as_soon_as_the_token_is_known(
    store: EmbeddedServer, read_only_table: HttpTable
) -> None:
    app, token = framework(Settings(redis_url=store.url)), str(read_only_table.waiting().token)
    async with app.lifespan():
        assert await asked(app, read_only_table.id, token) == (False, [])
        await app.state.services.player_of(hash_token(token.encode()))
        taken, sent = await asked(app, read_only_table.id, token)
    assert taken
    assert sent[0]["status"] == 409
    assert b"/problems/not_your_turn" in sent[1]["body"] or b"card_not_in_hand" in sent[1]["body"]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (StoreUnavailable(), b"store_unavailable"),
        (OutcomeUnknown(), b"outcome_unknown"),
        (RuntimeError("secret"), b"internal"),
    ],
)
async def test_faults_become_problems_too(
    store: EmbeddedServer,
    read_only_table: HttpTable,
    failure: Exception,
    code: bytes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def failing(*_: Any) -> Any:
        raise failure

    app, token = framework(Settings(redis_url=store.url)), str(read_only_table.host.token)
    async with app.lifespan():
        await app.state.services.player_of(hash_token(token.encode()))
        monkeypatch.setattr(fast_path, "handle", failing)
        taken, sent = await asked(app, read_only_table.id, token)
    assert taken
    assert (b"content-type", b"application/problem+json") in sent[0]["headers"]
    assert b"/problems/" + code in sent[1]["body"]
    assert b"secret" not in sent[1]["body"]
