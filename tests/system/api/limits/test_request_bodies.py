"""Bodies are JSON of the documented type; anything else is rejected and stores nothing."""

import httpx
import pytest

from application.settings import Settings
from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import GAME, HttpTable

JSON = {"Content-Type": "application/json"}
LARGEST = Settings().largest_body
DEEP = 30_000
NOT_JSON = {
    "empty": b"",
    "blank": b" \n",
    "half": b'{"name": "A',
    "two": b'{"name": "A"}{"name": "B"}',
    "comment": b'{"name": "A"} // ',
    "single quotes": b"{'name': 'A'}",
    "trailing comma": b'{"name": "A",}',
    "NaN": b'{"name": NaN}',
    "Infinity": b'{"name": -Infinity}',
    "byte order mark": b'\xef\xbb\xbf{"name": "A"}',
    "UTF-16": '{"name": "A"}'.encode("utf-16"),
    "latin-1": '{"name": "Zoé"}'.encode("latin-1"),
    "cut UTF-8": b'{"name": "\xc3"}',
    "overlong UTF-8": b'{"name": "\xc0\xaf"}',
    "encoded surrogate": b'{"name": "\xed\xa0\x80"}',
    "raw control": b'{"name": "a\x01b"}',
    "raw NUL": b'{"name": "A"}\x00',
    "half a pair": b'{"name": "\\ud83d"}',
    "half a pair, shouted": b'{"name": "\\UD83D"}',
    "the other half": b'{"name": "\\uDc0c x"}',
    "half a pair in a key": b'{"\\ud800": 1, "name": "A"}',
    "deep arrays": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "unclosed": b"[" * DEEP,
    "huge number": b'{"name": ' + b"9" * 10_000 + b"}",
    "huge exponent": b'{"name": 1e999999}',
}
DUPLICATES = [b'{"name": "A", "name": "B"}', b'{"name": "A", "n\\u0061me": "A"}']
TYPES = [
    None,
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/json-patch+json",
    "application/problem+json",
    "garbage",
    ";",
    b"\xff",
]


def post(who: Caller, body: bytes, kind: object = "application/json") -> httpx.Response:
    headers = {} if kind is None else {"Content-Type": kind}
    return who.ask("POST", "/v1/players", content=body, headers=headers)


@pytest.mark.parametrize("name", NOT_JSON)
def test_what_is_not_json_is_malformed(anyone: Caller, stored: StoreContents, name: str) -> None:
    with stored.unchanged():
        problem = assert_problem(post(anyone, NOT_JSON[name]), 400, "malformed")
    assert len(problem["detail"]) < 300


@pytest.mark.parametrize("body", DUPLICATES)
def test_a_key_that_stands_twice_is_refused(
    anyone: Caller, stored: StoreContents, body: bytes
) -> None:
    with stored.unchanged():
        problem = assert_problem(post(anyone, body), 400, "malformed")
    assert problem["field"] == "name"


def test_a_key_that_stands_twice_deep_inside_is_refused(
    anne: Caller, stored: StoreContents
) -> None:
    body = b'{"game":"gumball_rally","options":{"photo_finish":true,"photo_finish":false}}'
    with stored.unchanged():
        assert_problem(anne.ask("POST", "/v1/tables", content=body, headers=JSON), 400, "malformed")


def test_a_whole_pair_of_surrogates_is_a_character(anyone: Caller) -> None:
    assert post(anyone, b'{"name": "\\ud83d\\udc0c"}').json()["name"] == "\N{SNAIL}"


@pytest.mark.parametrize("kind", TYPES, ids=repr)
def test_another_media_type_is_refused(anyone: Caller, stored: StoreContents, kind: object) -> None:
    with stored.unchanged():
        assert_problem(post(anyone, b'{"name": "A"}', kind), 415, "media_type")


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "Application/JSON"])
def test_json_may_be_written_in_other_ways(anyone: Caller, kind: str) -> None:
    assert post(anyone, b'{"name": "A"}', kind).status_code == 201


@pytest.mark.parametrize("path", ["/v1/players", "/v1/tables", "{}/seats", "{}/commands"])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_past_the_limit_is_not_read(
    read_only_table: HttpTable, stored: StoreContents, path: str, chunked: bool
) -> None:
    large = b'{"name": "' + b"x" * LARGEST + b'"}'
    pieces = (large[start : start + 4096] for start in range(0, len(large), 4096))
    with stored.unchanged():
        answer = read_only_table.host.ask(
            "POST",
            path.format(read_only_table.path),
            content=pieces if chunked else large,
            headers=JSON,
        )
    assert_problem(answer, 413, "body_too_large")


def test_a_body_of_just_the_limit_is_read(anyone: Caller) -> None:
    body = b'{"name": "A"}'
    assert post(anyone, body + b" " * (LARGEST - len(body))).status_code == 201
    assert_problem(post(anyone, body + b" " * (LARGEST - len(body) + 1)), 413, "body_too_large")


@pytest.mark.parametrize("path", ["/v1/tables", "{}/seats", "{}/commands"])
@pytest.mark.parametrize("name", NOT_JSON)
def test_it_is_the_same_everywhere(
    read_only_table: HttpTable, stored: StoreContents, path: str, name: str
) -> None:
    with stored.unchanged():
        answer = read_only_table.host.ask(
            "POST", path.format(read_only_table.path), content=NOT_JSON[name], headers=JSON
        )
    assert_problem(answer, 400, "malformed")


def test_a_field_deep_inside_is_named(anne: Caller) -> None:
    body = {"game": GAME, "options": {"point_set": 7}}
    assert anne.post("/v1/tables", body).json()["field"] == "options.point_set"


@pytest.mark.parametrize("content", [b"\xff", b'{"first_player": 2}', b"null"])
def test_an_operation_without_a_body_takes_none(filled_table: HttpTable, content: bytes) -> None:
    """Whoever sends options with the start would be surprised later."""
    answer = filled_table.host.ask(
        "POST", f"{filled_table.path}/start", content=content, headers=JSON
    )
    assert "no body" in assert_problem(answer, 400, "malformed")["detail"]


def test_an_empty_object_is_no_body_either(filled_table: HttpTable) -> None:
    assert filled_table.host.post(f"{filled_table.path}/start", {}).status_code == 200


def test_a_body_that_is_missing_is_asked_for(filled_table: HttpTable) -> None:
    answer = filled_table.host.ask("POST", f"{filled_table.path}/seats", headers=JSON)
    assert assert_problem(answer, 400, "malformed")["detail"].startswith(
        "This operation needs a JSON body"
    )


@pytest.mark.parametrize("query", ["dryrun=true", "x", "seat=0&Seat=0", "lang=fr&lang=fr"])
def test_a_query_parameter_that_is_unknown_or_doubled_is_refused(
    read_only_table: HttpTable, stored: StoreContents, query: str
) -> None:
    """`dryrun` instead of `dry_run` would play the card."""
    asked = read_only_table.at_turn()
    path = f"{read_only_table.path}/commands?{query}"
    with stored.unchanged():
        problem = assert_problem(asked.post(path, read_only_table.listed(asked)), 400, "malformed")
    assert problem["field"] in query


def test_a_host_header_that_is_no_host_does_no_harm(anyone: Caller) -> None:
    answer = anyone.ask("GET", "/nope", headers={"Host": "x:99999999"})
    assert_problem(answer, 404, "not_found")
