"""A command gets the same answer from the middleware and from the framework's route."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
from litestar.types import HTTPScope, Receive, Send

from api.admission.token_bucket import TokenBuckets
from api.app import framework
from api.asgi.middleware import Middleware
from api.http import commands
from api.services import Services
from application.ports.event_log import OutcomeUnknown, StoreUnavailable
from application.setting_values import Rate
from application.settings import Settings
from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import check_documented
from tests.support.documents.problems import assert_problem
from tests.support.players.callers import Caller
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import HttpTable

PLAY = b'{"type":"gumball_rally.play","card":"R-black-1"}'
KEY = {"Idempotency-Key": "sent-on-both-paths"}
JSON = {"Content-Type": "application/json"}
ORIGIN = "https://board.example"
LASTING = Rate(1, 50)  # more than one test uses up; only the clock of a test gives more
NAMES = ("ratelimit", "ratelimit-policy", "cache-control", "vary", "content-type")


class Routed(Middleware):
    """Leaves commands to the framework."""

    async def _dispatch(
        self, services: Services, scope: HTTPScope, receive: Receive, send: Send
    ) -> None:
        await self.app(scope, receive, send)


class Paths:
    """Both paths, each with limits of its own, so that the same requests leave the same."""

    def __init__(self, direct: Middleware, routed: Middleware) -> None:
        self._clients = [
            httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://test")  # type: ignore[arg-type]
            for app in (direct, routed)
        ]

    async def ask(
        self, caller: Caller, path: str, headers: Any = None, **sent: Any
    ) -> tuple[httpx.Response, httpx.Response]:
        """Return the answers of both paths to the same request."""
        own = {"Authorization": f"Bearer {caller.token}"} if caller.token else {}
        if not isinstance(headers, list):
            headers = {"Origin": ORIGIN, **own, **(headers or {})}
        direct, routed = [
            await client.post(path, headers=headers, **sent) for client in self._clients
        ]
        check_documented(direct)
        check_documented(routed)
        return direct, routed

    async def same(self, caller: Caller, path: str, **sent: Any) -> httpx.Response:
        """Return the answer after a comparison of status, body and every header."""
        direct, routed = await self.ask(caller, path, **sent)
        assert (direct.status_code, direct.content) == (routed.status_code, routed.content)
        assert all_headers(direct) == all_headers(routed)
        return direct


def all_headers(answer: httpx.Response) -> list[tuple[str, str]]:
    return sorted((name, value) for name, value in answer.headers.multi_items() if name != "date")


@pytest.fixture
async def paths(store: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Paths]:
    monkeypatch.setattr(TokenBuckets.__init__, "__defaults__", (lambda: 1000.0,))
    settings = Settings(
        redis_url=store.url,
        per_token=LASTING,
        per_address=Rate(1, 200),
        work_per_token=Rate(1, 50_000),
        work_per_address=Rate(1, 50_000),
        cors_origins=frozenset((ORIGIN,)),
    )
    async with AsyncExitStack() as stack:
        both = [kind(framework(settings), settings) for kind in (Middleware, Routed)]
        for app in both:
            await stack.enter_async_context(app.app.lifespan())
        yield Paths(*both)


def command_path(table: HttpTable) -> str:
    return f"{table.path}/commands"


ACCEPTED: dict[str, dict[str, Any]] = {
    "plain": {},
    "lang": {"params": {"lang": "fr"}},
    "If-Match": {"headers": {"If-Match": "*"}},
    "dry_run=false": {"params": {"dry_run": "false"}},
}


@pytest.mark.anyio
@pytest.mark.parametrize("case", ACCEPTED)
async def test_an_accepted_command_is_answered_alike(
    paths: Paths, race: HttpTable, case: str
) -> None:
    """The second path repeats the command by its key."""
    sent = ACCEPTED[case]
    headers = {**KEY, **sent.get("headers", {})}
    mover = race.at_turn()
    for _ in range(2):  # at first the token is unknown and the address is charged
        answer = await paths.same(
            mover, command_path(race), **{**sent, "json": race.listed(mover), "headers": headers}
        )
        assert answer.status_code == 200, answer.text
        for name in (*NAMES, "access-control-allow-origin", "access-control-expose-headers"):
            assert name in answer.headers
        headers["Idempotency-Key"] += "-again"
        while race.at_turn() is not mover:
            race.step()


@pytest.mark.anyio
async def test_a_named_seat_and_another_order_of_keys_are_answered_alike(
    paths: Paths, race: HttpTable
) -> None:
    mover = race.at_turn()
    seat, command = race.people.index(mover), race.listed(mover)
    other_order = json.dumps(dict(reversed(command.items()))).encode()
    first = await paths.same(
        mover, command_path(race), params={"seat": seat}, json=command, headers=KEY
    )
    headers = {**KEY, **JSON}
    again = await paths.same(
        mover, command_path(race), params={"seat": seat}, content=other_order, headers=headers
    )
    assert (first.status_code, first.content) == (200, again.content)


@pytest.mark.anyio
async def test_a_plain_command_is_stored_by_either_path(paths: Paths, race: HttpTable) -> None:
    """Without a key the two commands are two, so their bodies differ."""
    mover = race.at_turn()
    command = race.listed(mover)
    direct, routed = await paths.ask(mover, command_path(race), json=command)
    assert (direct.status_code, routed.status_code) == (200, 409)  # the second finds it played
    assert set(direct.headers) - {"cache-control"} == set(routed.headers) - {"content-language"}


def pieces(*parts: bytes) -> Any:
    async def sent() -> AsyncIterator[bytes]:
        for part in parts:
            yield part

    return sent()


REFUSED: dict[str, tuple[int, dict[str, Any]]] = {
    "refusal": (409, {}),
    "lang": (409, {"params": {"lang": "fr"}}),
    "unknown lang": (400, {"params": {"lang": "de"}}),
    "seat of another": (403, {"params": {"seat": "7"}}),
    "seat that cannot be": (400, {"params": {"seat": "8"}}),
    "seat twice": (400, {"params": [("seat", "0"), ("seat", "0")]}),
    "unknown parameter": (400, {"params": {"dryrun": "true"}}),
    "If-Match fails": (412, {"headers": {"If-Match": '"1"'}}),
    "If-Match matches": (409, {"headers": {"If-Match": "*"}}),
    "dry run": (409, {"params": {"dry_run": "true"}}),
    "dry run with If-Match": (
        412,
        {"params": {"dry_run": "true"}, "headers": {"If-Match": '"1"'}},
    ),
    "other key order": (409, {"content": b'{"card":"R-black-1","type":"gumball_rally.play"}'}),
    "malformed": (400, {"content": PLAY[:-1]}),
    "key twice": (400, {"content": PLAY.replace(b'"card"', b'"card":"R-black-2","card"')}),
    "unknown type": (400, {"content": b'{"type":"gumball_rally.fly"}'}),
    "no type": (400, {"content": b"{}"}),
    "list": (400, {"content": b"[]"}),
    "no body": (400, {"content": b""}),
    "too large": (413, {"content": b" " * (Settings.largest_body + 1)}),
    "media type": (415, {"headers": {"Content-Type": "text/plain"}}),
    "media type with charset": (409, {"headers": {"Content-Type": "Application/JSON; a=b"}}),
    "bad idempotency key": (400, {"headers": {"Idempotency-Key": "a b"}}),
    "unknown token": (401, {"headers": {"Authorization": "Bearer nobody"}}),
    "no bearer": (401, {"headers": {"Authorization": "Basic YTpi"}}),
}


@pytest.mark.anyio
@pytest.mark.parametrize("case", REFUSED)
async def test_a_refused_command_is_refused_alike(
    paths: Paths, read_only_table: HttpTable, stored: StoreContents, case: str
) -> None:
    status, sent = REFUSED[case]
    headers = {**JSON, **sent.get("headers", {})}
    with stored.unchanged():
        for _ in range(2):  # at first the token is unknown and the address is charged
            answer = await paths.same(
                read_only_table.waiting(),
                command_path(read_only_table),
                **{"content": PLAY, **sent, "headers": headers},
            )
            assert answer.status_code == status, answer.text
            assert "ratelimit" in answer.headers


@pytest.mark.anyio
async def test_no_token_and_no_table_are_refused_alike(
    paths: Paths, read_only_table: HttpTable
) -> None:
    body = {"content": PLAY, "headers": JSON}
    assert_problem(
        await paths.same(Caller(read_only_table.host.http), command_path(read_only_table), **body),
        401,
        "token_missing",
    )
    for table in ("a" * 26, "A" * 26, "x"):
        answer = await paths.same(read_only_table.host, f"/v1/tables/{table}/commands", **body)
        assert_problem(answer, 404, "no_such_table")


@pytest.mark.anyio
@pytest.mark.parametrize("parts", [(PLAY[:10], PLAY[10:]), (b"", PLAY, b""), (b" " * 70_000,) * 2])
async def test_a_body_in_pieces_is_answered_alike(
    paths: Paths, read_only_table: HttpTable, parts: Sequence[bytes]
) -> None:
    direct, routed = [
        await client.post(
            command_path(read_only_table),
            content=pieces(*parts),
            headers={**JSON, "Authorization": f"Bearer {read_only_table.waiting().token}"},
        )
        for client in paths._clients
    ]
    assert direct.status_code == (409 if PLAY in b"".join(parts) else 413)
    assert (direct.status_code, direct.content) == (routed.status_code, routed.content)
    assert all_headers(direct) == all_headers(routed)


@pytest.mark.anyio
async def test_a_caller_over_the_limit_is_refused_alike(
    paths: Paths, race: HttpTable, stored: StoreContents
) -> None:
    other, mover = race.waiting(), race.at_turn()
    command = race.listed(mover)
    with stored.unchanged():
        answers = [
            await paths.same(other, command_path(race), json=command)
            for _ in range(LASTING.burst + 3)
        ]
    assert [answer.status_code for answer in answers[-3:]] == [409, 429, 429]
    assert answers[-1].headers["ratelimit"] == '"token";r=0;t=50'
    assert answers[-1].headers["retry-after"] == "1"


REPEATED = ["Authorization", "Idempotency-Key"]


@pytest.mark.anyio
@pytest.mark.parametrize("name", REPEATED)
@pytest.mark.parametrize("same", [True, False])
async def test_a_repeated_header_is_malformed_on_every_path(
    paths: Paths, race: HttpTable, stored: StoreContents, name: str, same: bool
) -> None:
    """One path would have taken the first, the other the second, and stored the command twice."""
    mover = race.at_turn()
    headers = [("Authorization", f"Bearer {mover.token}"), ("Idempotency-Key", "first")]
    second = dict(headers)[name] if same else f"Bearer {race.waiting().token}"
    headers.append((name.lower(), second))
    with stored.unchanged():
        for path in (command_path(race), f"{race.path}/seats", "/v1/tables"):
            answer = await paths.same(mover, path, json=race.listed(mover), headers=headers)
            assert assert_problem(answer, 400, "malformed")["field"] == name
            assert answer.headers["ratelimit-policy"].startswith(
                '"address"' if name == "Authorization" else '"'
            )


@pytest.mark.parametrize("name", REPEATED)
def test_a_repeated_header_is_malformed_over_http(
    race: HttpTable, stored: StoreContents, name: str
) -> None:
    mover = race.at_turn()
    headers = [("Authorization", f"Bearer {mover.token}"), ("Idempotency-Key", "a"), (name, "b")]
    with stored.unchanged():
        for path in (command_path(race), f"{race.path}/start"):
            answer = mover.http.post(path, json=race.listed(mover), headers=headers)
            assert assert_problem(answer, 400, "malformed")["field"] == name
        answer = mover.http.get("/v1/games", headers=headers)
        assert assert_problem(answer, 400, "malformed")["field"] == name


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (StoreUnavailable(), "store_unavailable"),
        (OutcomeUnknown(), "outcome_unknown"),
        (RuntimeError("secret"), "internal"),
    ],
)
async def test_a_failure_becomes_the_same_problem(
    paths: Paths,
    read_only_table: HttpTable,
    failure: Exception,
    code: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def failing(*_: Any) -> Any:
        raise failure

    monkeypatch.setattr(commands, "handle", failing)
    answer = await paths.same(
        read_only_table.host, command_path(read_only_table), content=PLAY, headers=JSON
    )
    assert answer.json()["type"] == f"/problems/{code}"
    assert answer.headers["content-type"] == "application/problem+json"
    assert "secret" not in answer.text
