"""The page below a path prefix: it plays, follows the stream, and asks nothing outside."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from store.embedded.server import EmbeddedServer
from tests.support.browser.page_player import PATIENCE, PagePlayer, open_as
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.players.callers import calling, new_player
from tests.support.servers.processes import Api, serving

pytestmark = needs_browser
PREFIX = "/ludo"


@pytest.fixture(scope="module")
def below(play_store: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    folder: Path = tmp_path_factory.mktemp("below")
    with serving(play_store.url, folder, LUDOTHEQUE_PREFIX=PREFIX) as api:
        yield api
        assert api.errors == ""


@pytest.mark.long
def test_the_page_plays_below_a_prefix_and_asks_nothing_outside(below: Api) -> None:
    with calling(below.base) as http, visiting(motion=False) as page:
        paths: set[str] = set()
        page.on("request", lambda request: paths.add(urlsplit(request.url).path))
        people = [new_player(http, name) for name in ("Anne", "Bob", "Cleo")]
        table = people[0].post("/v1/tables", {"game": "gumball_rally", "sit": True}).json()["id"]
        for person in people[1:]:
            person.post(f"/v1/tables/{table}/seats", {})
        people[0].post(f"/v1/tables/{table}/start")
        [asked] = people[0].get(f"/v1/tables/{table}").json()["decision"]["seats"]

        open_as(page, people[asked], table)
        player = PagePlayer(page, below.base)
        assert player.ready()
        player.move(Random(1))
        expect(page.locator(".connection.live")).to_be_visible(timeout=PATIENCE)
        shown = page.locator(".table-screen").get_attribute("data-version")
        [later] = people[0].get(f"/v1/tables/{table}").json()["decision"]["seats"]
        choice = people[later].get(f"/v1/tables/{table}/actions").json()["actions"][0]
        people[later].post(f"/v1/tables/{table}/commands", choice["command"])
        expect(page.locator(".table-screen")).not_to_have_attribute("data-version", shown or "")

        page.locator('header a[href$="/docs"]').click()
        page.locator("article h1").wait_for()
        page.locator(".search input").fill("idempotency")
        page.locator("#found a").first.click()
        page.locator("article h1").wait_for()
        page.locator("header a.reference").click()
        page.locator(".opblock").first.wait_for(timeout=PATIENCE)
        assert {path for path in paths if not path.startswith(f"{PREFIX}/")} == set()
        assert f"{PREFIX}/v1/tables/{table}/events/stream" in paths
