"""The page below a path prefix: it plays, follows the stream, and asks nothing outside."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from store.embedded.server import EmbeddedServer
from tests.support.browser.page_player import PagePlayer, open_as
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.players.callers import calling
from tests.support.servers.processes import Api, serving
from tests.support.tables.http_table import start_table

pytestmark = needs_browser
PREFIX = "/ludo"


@pytest.fixture(scope="module")
def below(play_store: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    folder: Path = tmp_path_factory.mktemp("below")
    with serving(play_store.url, folder, LUDOTHEQUE_PREFIX=PREFIX) as api:
        yield api
        assert api.errors == ""


def test_the_page_plays_below_a_prefix_and_asks_nothing_outside(below: Api) -> None:
    with calling(below.base) as http, visiting(motion=False) as page:
        paths: set[str] = set()
        page.on("request", lambda request: paths.add(urlsplit(request.url).path))
        table = start_table(http)
        open_as(page, table.at_turn(), table.id)
        player = PagePlayer(page, below.base)
        assert player.ready()
        player.move(Random(1))
        expect(page.locator(".connection.live")).to_be_visible()
        shown = page.locator(".table-screen").get_attribute("data-version")
        table.step()
        expect(page.locator(".table-screen")).not_to_have_attribute("data-version", shown or "")

        page.locator('header a[href$="/docs"]').click()
        page.locator("article h1").wait_for()
        page.locator(".search input").fill("idempotency")
        page.locator("#found a").first.click()
        page.locator("article h1").wait_for()
        page.locator("header a.reference").click()
        page.locator(".opblock").first.wait_for()
        assert {path for path in paths if not path.startswith(f"{PREFIX}/")} == set()
        assert f"{PREFIX}{table.path}/events/stream" in paths
