"""Players of tables and the load kit use only what the document describes."""

import random
import re
from typing import Any

import msgspec
import pytest

from domain.games import GAMES
from openapi.load.mix import TableKind
from openapi.load.script import TableScript
from openapi.play.document import ADDRESS, Document, Unsuitable
from tests.support.paths import ROOT
from tests.support.players.api_document import API

FOLDERS = [ROOT / "openapi" / name for name in ("load", "play")]


def moved() -> dict[str, Any]:
    """The committed document, with all tables somewhere else."""
    text = (ROOT / "openapi" / "openapi.json").read_text()
    document = msgspec.json.decode(text.replace('"/v1/tables', '"/elsewhere/boards'))
    assert isinstance(document, dict)
    return document


def test_no_path_of_the_api_and_no_game_stands_in_the_code() -> None:
    paths = re.compile(r"/v1|/(players|tables|seats|actions|commands|events|games|metrics)\b")
    files = [file for folder in FOLDERS for file in folder.glob("*.py")]
    code = {str(file): file.read_text() for file in files}
    assert [name for name, text in code.items() if paths.search(text)] == []
    assert [key for key in GAMES for text in code.values() if key in text] == []


def test_a_table_is_found_where_the_document_says() -> None:
    table = TableScript(Document(moved()), TableKind("some_game", 1), ["anne"], random.Random(1))
    script = table.play()
    assert next(script).request.path == "/elsewhere/boards"
    opened = {"id": "a b", "seats": [], "status": "open", "version": 2, "head": "00"}
    assert script.send(opened).request.path == "/elsewhere/boards/a%20b/start"


def test_parameters_go_where_they_belong() -> None:
    asked = API.request("listEvents", {"table": "t", "after": 3, "limit": 2})
    assert (asked.method, asked.path) == ("GET", "/v1/tables/t/events?after=3&limit=2")


def test_a_link_leads_on() -> None:
    assert API.follow("openTable", {"id": "t"}, "getTable") == {"table": "t"}


def test_a_server_below_a_path_is_reached_there() -> None:
    document = {**moved(), "servers": [{"url": "/games-room/"}]}
    assert Document(document).request("listTables").path == "/games-room/elsewhere/boards"
    known = Document(document, "http://127.0.0.1:8000/games-room")
    assert known.request("listTables").path == "/elsewhere/boards"  # behind the URL of the server


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda: API.request("flyAway"), "no operation flyAway"),
        (lambda: API.request("getTable"), "needs more"),
        (lambda: API.request("getTable", {"table": 1, "mood": 2}), "no parameter mood"),
        (lambda: API.follow("getRules", {}, "openTable"), "no link leads from getRules"),
        (lambda: API.follow("openTable", {}, "getTable"), "leads nowhere"),
        (lambda: Document.read(b"<html>"), "no OpenAPI document"),
        (lambda: Document.read(b"{}"), "no paths"),
        (lambda: Document.read(b'{"paths": {"/": 3}}'), "no paths"),
        (lambda: Document.read(b'{"paths": {"http://192.0.2.1/": {}}}'), "no paths"),
    ],
)
def test_what_the_document_lacks_is_reported(ask: Any, why: str) -> None:
    with pytest.raises(Unsuitable, match=why):
        ask()


def test_the_one_address_is_that_of_the_document() -> None:
    assert ADDRESS == "/schema/openapi.json"
