"""The document and its reference page as they are served."""

import re

import pytest
from msgspec import json

from tests.support.paths import OPENAPI_DOCUMENT
from tests.support.players.callers import Caller


def test_the_document_that_is_served_is_the_committed_one(anyone: Caller) -> None:
    """It is served without spaces, and names the address that was asked."""
    served = anyone.get("/schema/openapi.json").json()
    [server] = served.pop("servers")
    assert served.items() <= json.decode(OPENAPI_DOCUMENT.read_bytes()).items()
    assert anyone.get(f"{server['url']}/health/live").status_code == 200


def test_parts_are_served_for_clients_that_play(anyone: Caller) -> None:
    assert "sendCommand" in anyone.get("/openapi/play.json").text
    assert "GumballRallyPlayCommand" not in anyone.get("/openapi/bug_race.json").text
    assert {anyone.get(f"/openapi/{name}").status_code for name in ("chess.json", "play")} == {404}


def test_the_page_loads_nothing_from_elsewhere(anyone: Caller) -> None:
    page = anyone.get("/schema")
    assert page.headers["content-type"].startswith("text/html")
    assert re.findall(r"""(?:src|href)=["']?(?:https?:)?//""", page.text) == []


def test_everything_the_page_asks_for_is_there(anyone: Caller) -> None:
    files = re.findall(r"""(?:src|href)=["'](/[^"']+)""", anyone.get("/schema").text)
    assert len(files) >= 3
    assert {anyone.get(file).status_code for file in files} == {200}


@pytest.mark.parametrize("name", ["LICENSE", "NOTICE"])
def test_the_licence_of_the_page_is_beside_it(anyone: Caller, name: str) -> None:
    assert anyone.get(f"/schema/static/{name}").status_code == 200


def test_the_root_leads_to_everything(anyone: Caller) -> None:
    links = anyone.get("/").json()["links"]
    assert {anyone.get(link).status_code for link in links.values()} == {200}
