"""Law: a command is answered in its quick way as by the framework, for parameters and problems.

A command that is sent again with its key gets its first answer, so both ways can be compared.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import httpx
import pytest

from api.play import commands
from application.ports.event_log import OutcomeUnknown, StoreUnavailable
from application.setting_values import Rate
from application.settings import Settings
from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem, check_documented
from tests.support.players.callers import Caller, calling
from tests.support.servers.processes import until
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import HttpTable, start_table
from tests.system.api.ops.both_ways import BothWays, both_ways
from tests.system.api.ops.test_both_ways import NO_LIMITS, ORIGIN, bearer

PLAY = b'{"type":"gumball_rally.play","card":"R-black-1"}'
JSON = {"Content-Type": "application/json"}
KEYS = (f"key-{n}" for n in count())
REPRESENTATION = {"Prefer": "return=representation"}
ACCEPTED: dict[str, tuple[str, dict[str, str]]] = {
    "plain": ("", {}),
    "lang": ("?lang=fr", {}),
    "lang before Accept-Language": ("?lang=en", {"Accept-Language": "fr"}),
    "Accept-Language": ("", {"Accept-Language": "de, fr;q=0.5"}),
    "Prefer": ("", REPRESENTATION),
    "Prefer with lang": ("?lang=fr", REPRESENTATION),
    "another preference": ("", {"Prefer": "return=minimal"}),
    "If-Match": ("", {"If-Match": "*"}),
    "If-Match with a tag": ("", {"If-Match": '"0", {tag}'}),
    "seat": ("?seat={seat}", {}),
    "Origin": ("", {"Origin": ORIGIN}),
    "Connection": ("", {"Connection": "close"}),
    "Invitation": ("", {"Invitation": "abc"}),
}
REFUSED: dict[str, tuple[int, dict[str, Any]]] = {
    "refusal": (409, {}),
    "lang": (409, {"params": {"lang": "fr"}}),
    "unknown lang": (400, {"params": {"lang": "de"}}),
    "lang twice": (400, {"params": [("lang", "fr"), ("lang", "en")]}),
    "seat of another": (403, {"params": {"seat": "7"}}),
    "seat that cannot be": (400, {"params": {"seat": "8"}}),
    "no seat": (400, {"params": {"seat": "null"}}),
    "unknown parameter": (400, {"params": {"dryrun": "true"}}),
    "If-Match fails": (412, {"headers": {"If-Match": '"1"'}}),
    "If-Match matches": (409, {"headers": {"If-Match": "*"}}),
    "dry run": (409, {"params": {"dry_run": "true"}}),
    "dry run with If-Match": (412, {"params": {"dry_run": "1"}, "headers": {"If-Match": '"1"'}}),
    "invitation": (400, {"headers": {"Invitation": "a b"}}),
    "other key order": (409, {"content": b'{"card":"R-black-1","type":"gumball_rally.play"}'}),
    "blanks": (409, {"content": PLAY.replace(b":", b" :\n")}),
    "pieces": (409, {"content": [PLAY[:10], PLAY[10:]]}),
    "large pieces": (413, {"content": [b" " * 70_000, b" " * 70_000]}),
    "malformed": (400, {"content": PLAY[:-1]}),
    "key twice": (400, {"content": PLAY.replace(b'"card"', b'"card":"R-black-2","card"')}),
    "unknown type": (400, {"content": b'{"type":"gumball_rally.fly"}'}),
    "no type": (400, {"content": b"{}"}),
    "list": (400, {"content": b"[]"}),
    "deep": (400, {"content": b"[" * 5000}),
    "no text": (400, {"content": b"\xff"}),
    "no body": (400, {"content": b""}),
    "too large": (413, {"content": b" " * (Settings().largest_body + 1)}),
    "media type": (415, {"headers": {"Content-Type": "text/plain"}}),
    "media type with charset": (409, {"headers": {"Content-Type": "Application/JSON; a=b"}}),
    "bad idempotency key": (400, {"headers": {"Idempotency-Key": "a b"}}),
    "unknown token": (401, {"headers": {"Authorization": "Bearer nobody"}}),
    "no bearer": (401, {"headers": {"Authorization": "Basic YTpi"}}),
}


@pytest.fixture(scope="module")
def ways(store: EmbeddedServer) -> Iterator[BothWays]:
    with both_ways(store.url, cors_origins=frozenset({ORIGIN}), **NO_LIMITS) as ways:
        yield ways


@pytest.fixture
def running(ways: BothWays) -> Iterator[HttpTable]:
    with calling(ways.bases[0]) as http:
        yield start_table(http, clock=None)


def sent(
    ways: BothWays, path: str, caller: Caller, more: Sequence[tuple[str, str]] = (), **body: Any
) -> tuple[bool, httpx.Response]:
    given = {name for name, _ in more}
    own = [each for each in (bearer(caller), *JSON.items()) if each[0] not in given]
    return ways.ask("POST", path, headers=[*own, *more], **body)


def moved(
    ways: BothWays, table: HttpTable, query: str = "", headers: dict[str, str] | None = None
) -> bool:
    """Make a move both ways, under one key; return whether the quick way has answered."""
    caller = table.at_turn()
    seen = caller.get(f"{table.path}/actions")
    path = f"{table.path}/commands{query}".replace("{seat}", str(table.people.index(caller)))
    tag, key = seen.headers["etag"], ("Idempotency-Key", next(KEYS))
    filled = [(name, value.replace("{tag}", tag)) for name, value in (headers or {}).items()]
    command = seen.json()["actions"][0]["command"]
    quick, answer = sent(ways, path, caller, [*filled, key], json=command)
    assert answer.status_code == 200, answer.text
    check_documented(answer)
    return quick


@pytest.mark.parametrize("case", ACCEPTED)
def test_a_move_is_stored_quickly_and_answered_the_same(
    ways: BothWays, running: HttpTable, case: str
) -> None:
    until(lambda: moved(ways, running, *ACCEPTED[case]))


@pytest.mark.parametrize("case", REFUSED)
def test_a_refused_command_is_refused_the_same(
    ways: BothWays, read_only_table: HttpTable, stored: StoreContents, case: str
) -> None:
    status, request = REFUSED[case]
    headers = list(request.get("headers", {}).items())
    body = {"content": PLAY, **request}
    body.pop("headers", None)
    path = f"{read_only_table.path}/commands"
    with stored.unchanged():
        for _ in range(2):  # at first the table and the token are unknown
            quick, answer = sent(ways, path, read_only_table.waiting(), headers, **body)
            assert (quick, answer.status_code) == (False, status), answer.text
            check_documented(answer)


def test_what_is_not_a_dry_run_is_stored(ways: BothWays, running: HttpTable) -> None:
    assert not moved(ways, running, "?dry_run=false")


def test_another_order_of_keys_is_the_same_command(ways: BothWays, running: HttpTable) -> None:
    mover, key = running.at_turn(), [("Idempotency-Key", next(KEYS))]
    command, path = running.listed(mover), f"{running.path}/commands"
    first = sent(ways, path, mover, key, json=command)[1]
    other = json.dumps(dict(reversed(command.items()))).encode()
    assert sent(ways, path, mover, key, content=other)[1].content == first.content
    assert sent(ways, f"{path}?seat=0", mover, key, json=command)[1].status_code >= 400


def test_a_table_that_cannot_be_played_is_refused_the_same(
    ways: BothWays, running: HttpTable, race: HttpTable
) -> None:
    for table in ("a" * 26, "A" * 26, "x"):
        answer = sent(ways, f"/v1/tables/{table}/commands", running.host, content=PLAY)[1]
        assert_problem(answer, 404, "no_such_table")
    answer = sent(ways, f"{race.path}/commands", running.host, content=PLAY)[1]
    assert_problem(answer, 403, "not_seated")


def test_a_token_that_may_not_play_is_refused_the_same(ways: BothWays, running: HttpTable) -> None:
    made = running.host.post("/v1/players/me/tokens", {"name": "x", "scopes": ["read"]}).json()
    limited = Caller(running.host.http, made["token"])
    answer = sent(ways, f"{running.path}/commands", limited, content=PLAY)[1]
    assert_problem(answer, 403, "scope_missing")


def test_a_table_that_has_gone_on_elsewhere_is_caught_up(
    ways: BothWays, running: HttpTable, http: httpx.Client
) -> None:
    """The append finds a conflict, and the framework's way goes on with what was sent."""
    until(lambda: moved(ways, running))
    running.at(http).step()
    moved(ways, running)
    until(lambda: moved(ways, running))


def test_a_caller_over_the_limit_is_refused_the_same(
    store: EmbeddedServer, race: HttpTable, stored: StoreContents
) -> None:
    limits = {**NO_LIMITS, "rate_per_token": Rate(1, 10)}
    path, caller = f"{race.path}/commands", race.waiting()
    with both_ways(store.url, **limits) as ways, stored.unchanged():
        limiter: Any = ways.app.app.state.gate.limiter
        limiter._per_token._now = lambda: 0.0
        httpx.get(ways.bases[0] + race.path, headers=dict([bearer(caller)]))  # knows the token
        asked = [sent(ways, path, caller, content=PLAY)[1] for _ in range(7)]
    assert [answer.status_code for answer in asked[-3:]] == [409, 429, 429]
    assert asked[-1].headers["retry-after"] == "1"


@pytest.mark.parametrize("name", ["Authorization", "Content-Type", "Idempotency-Key"])
def test_a_repeated_header_is_malformed(
    ways: BothWays, running: HttpTable, stored: StoreContents, name: str
) -> None:
    """One way would have taken the first, the other the second, and stored the command twice."""
    mover = running.at_turn()
    kind = ("Content-Type", "application/json")
    headers = [bearer(mover), kind, ("Idempotency-Key", "a"), (name.lower(), "Bearer b")]
    with stored.unchanged():
        for path in (f"{running.path}/commands", f"{running.path}/start", "/v1/tables"):
            answer = ways.ask("POST", path, json=running.listed(mover), headers=headers)[1]
            assert assert_problem(answer, 400, "malformed")["field"] == name


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (StoreUnavailable(), "store_unavailable"),
        (OutcomeUnknown(), "outcome_unknown"),
        (RuntimeError("secret"), "internal"),
    ],
)
def test_a_failure_becomes_the_same_problem(
    ways: BothWays,
    running: HttpTable,
    failure: Exception,
    code: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def failing(*_: Any) -> Any:
        raise failure

    monkeypatch.setattr(commands, "handle", failing)
    answer = sent(ways, f"{running.path}/commands", running.waiting(), content=PLAY)[1]
    assert answer.json()["type"] == f"/problems/{code}"
    assert "secret" not in answer.text
