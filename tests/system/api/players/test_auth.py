"""Authentication by bearer token."""

from collections.abc import Callable
from typing import TypeAlias

import httpx
import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import GAME, HttpTable

NEEDS_A_TOKEN = [
    ("GET", "/v1/players/me"),
    ("DELETE", "/v1/players/me"),
    ("POST", "/v1/tables"),
    ("POST", "/v1/tables/{table}/seats"),
    ("DELETE", "/v1/tables/{table}/seats/0"),
    ("POST", "/v1/tables/{table}/start"),
    ("GET", "/v1/tables/{table}/actions"),
    ("POST", "/v1/tables/{table}/commands"),
]
TAKES_A_TOKEN = [
    ("GET", "/v1/tables"),
    ("GET", "/v1/tables/{table}"),
    ("GET", "/v1/tables/{table}/events"),
    ("GET", "/v1/tables/{table}/history"),
]
BODIES = {
    "/v1/tables": {"game": GAME},
    "/v1/tables/{table}/seats": {},
    "/v1/tables/{table}/commands": {"type": f"{GAME}.play", "card": "R-red-4"},
}
NOT_BEARER = ["", "Bearer", "Basic YTpi", "garbage", b"\xff\xfe", "Digest x"]
UNKNOWN = ["Bearer x", "Bearer a b c", b"Bearer \xff\xfe\xc3", "Bearer " + "x" * 8000, "bearer ''"]


Call: TypeAlias = Callable[[str, str, object], httpx.Response]


@pytest.fixture
def call(anyone: Caller, finished: HttpTable) -> Call:
    """Call an operation, at a finished table, with this header."""

    def ask(method: str, path: str, authorization: object) -> httpx.Response:
        body = BODIES.get(path) if method == "POST" else None
        headers = {} if authorization is None else {"Authorization": authorization}
        return anyone.ask(method, path.format(table=finished.id), json=body, headers=headers)

    return ask


@pytest.mark.parametrize(("method", "path"), NEEDS_A_TOKEN)
@pytest.mark.parametrize("authorization", [None, *NOT_BEARER], ids=repr)
def test_without_a_token_nothing_is_done(
    call: Call, stored: StoreContents, method: str, path: str, authorization: object
) -> None:
    with stored.unchanged():
        answer = call(method, path, authorization)
    assert_problem(answer, 401, "token_missing")


@pytest.mark.parametrize(("method", "path"), [*NEEDS_A_TOKEN, *TAKES_A_TOKEN])
@pytest.mark.parametrize("authorization", UNKNOWN, ids=lambda text: repr(text)[:20])
def test_a_wrong_token_is_refused_and_not_ignored(
    call: Call, stored: StoreContents, method: str, path: str, authorization: object
) -> None:
    with stored.unchanged():
        answer = call(method, path, authorization)
    problem = assert_problem(answer, 401, "token_unknown")
    assert answer.headers["www-authenticate"] == "Bearer"
    assert problem["instance"] == answer.request.url.path


@pytest.mark.parametrize(("method", "path"), TAKES_A_TOKEN)
@pytest.mark.parametrize("authorization", NOT_BEARER, ids=repr)
def test_garbage_is_refused_where_a_token_is_optional(
    call: Call, method: str, path: str, authorization: object
) -> None:
    assert_problem(call(method, path, authorization), 401, "token_missing")


def test_the_scheme_may_be_written_in_any_case(anne: Caller) -> None:
    shouted = {"Authorization": f"BEARER  {anne.token}"}
    assert anne.get("/v1/players/me", headers=shouted).json()["id"] == anne.id


def test_no_answer_shows_a_token(anne: Caller) -> None:
    assert anne.token is not None
    for path in ("/v1/players/me", f"/v1/players/{anne.id}", "/v1/nothing", "/metrics"):
        assert anne.token not in anne.get(path).text
