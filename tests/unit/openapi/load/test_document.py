"""The load kit uses only what the document describes."""

import random
import re
from typing import Any

import msgspec
import pytest

from domain.games import GAMES
from openapi.load.document import ADDRESS, Document, Unsuitable
from openapi.load.mix import TableKind
from openapi.load.script import TableScript
from tests.support.load.fake_server import DOCUMENT
from tests.support.paths import ROOT

LOAD = ROOT / "openapi" / "load"


def moved() -> dict[str, Any]:
    """The committed document, with all tables somewhere else."""
    text = (ROOT / "openapi" / "openapi.json").read_text()
    told = msgspec.json.decode(text.replace('"/v1/tables', '"/elsewhere/boards'))
    assert isinstance(told, dict)
    return told


def test_no_path_of_the_api_and_no_game_stands_in_the_code() -> None:
    paths = re.compile(r"/v1|/(players|tables|seats|actions|commands|events|games|metrics)\b")
    code = {file.name: file.read_text() for file in LOAD.glob("*.py")}
    assert [name for name, text in code.items() if paths.search(text)] == []
    assert [key for key in GAMES for text in code.values() if key in text] == []


def test_a_table_is_found_where_the_document_says() -> None:
    table = TableScript(Document(moved()), TableKind("some_game", 1), ["anne"], random.Random(1))
    script = table.play()
    assert next(script).request.path == "/elsewhere/boards"
    seats = [{"seat": 0, "player": "anne"}]
    assert (
        script.send({"id": "a b", "seats": seats}).request.path == "/elsewhere/boards/a%20b/start"
    )


def test_parameters_go_where_they_belong() -> None:
    asked = DOCUMENT.request("listEvents", {"table": "t", "after": 3, "limit": 2})
    assert (asked.method, asked.path) == ("GET", "/v1/tables/t/events?after=3&limit=2")


def test_a_link_leads_on() -> None:
    assert DOCUMENT.follow("openTable", {"id": "t"}, "getTable") == {"table": "t"}


def test_a_server_below_a_path_is_reached_there() -> None:
    told = {**moved(), "servers": [{"url": "/games-room/"}]}
    assert Document(told).request("listTables").path == "/games-room/elsewhere/boards"
    known = Document(told, "http://127.0.0.1:8000/games-room")
    assert known.request("listTables").path == "/elsewhere/boards"  # behind the URL of the server


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda: DOCUMENT.request("flyAway"), "no operation flyAway"),
        (lambda: DOCUMENT.request("getTable"), "needs more"),
        (lambda: DOCUMENT.request("getTable", {"table": 1, "mood": 2}), "no parameter mood"),
        (lambda: DOCUMENT.follow("getRules", {}, "openTable"), "no link leads from getRules"),
        (lambda: DOCUMENT.follow("openTable", {}, "getTable"), "leads nowhere"),
        (lambda: Document.read(b"<html>"), "no OpenAPI document"),
        (lambda: Document.read(b"{}"), "no paths"),
        (lambda: Document.read(b'{"paths": {"/": 3}}'), "no paths"),
        (lambda: Document.read(b'{"paths": {"http://192.0.2.1/": {}}}'), "no paths"),
    ],
)
def test_what_the_document_does_not_tell_is_said(ask: Any, why: str) -> None:
    with pytest.raises(Unsuitable, match=why):
        ask()


def test_the_one_address_is_that_of_the_document() -> None:
    assert ADDRESS == "/schema/openapi.json"
