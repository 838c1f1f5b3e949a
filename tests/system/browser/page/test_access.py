"""The page for everybody: axe finds no serious fault, in light and dark, on phones and desktops."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.browser.page_player import PagePlayer
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.documents.npm import TOOLS, needs_node
from tests.support.players.callers import calling
from tests.support.servers.processes import Api
from tests.support.tables.http_table import start_table

pytestmark = [needs_browser, needs_node]

AXE = TOOLS / "node_modules" / "axe-core" / "axe.min.js"
SEVERE = ("serious", "critical")
ALSO = ("heading-order",)  # no level is skipped
# Less than 24 pixels to touch; the parts of a board have buttons beside it.
SMALL = """() => [...document.querySelectorAll("a[href], button, input, select, summary")]
  .filter(each => each.checkVisibility() && !each.matches(".skip, .board *"))
  .map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 24 || box.height < 24)
  .map(([html, box]) => `${html} has ${box.width} x ${box.height} pixels`)"""


def faults(page: Page) -> list[str]:
    """Return the serious faults of the page as axe describes them, and targets that are small."""
    page.evaluate(AXE.read_text())  # as text: the policy blocks script tags
    found: Any = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return list(page.evaluate(SMALL)) + [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for fault in found["violations"]
        if fault["impact"] in SEVERE or fault["id"] in ALSO
        for node in fault["nodes"]
    ]


SIZES = [(360, "dark"), pytest.param(1280, "light", marks=pytest.mark.long)]


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_every_screen(whole_server: Api, width: int, scheme: str) -> None:
    with visiting(width, 780, scheme, motion=False) as page:
        player = PagePlayer(page, whole_server.base)
        player.start("bug_race")
        assert player.ready()
        assert faults(page) == []
        page.goto(whole_server.base)
        page.locator(".shelf .box").first.wait_for()
        assert faults(page) == []
        page.goto(f"{whole_server.base}/#/game/bug_race")
        page.locator("dialog summary").click()
        assert faults(page) == []
        with calling(whole_server.base) as http:
            table = start_table(http, 2, game="bug_race")
            table.people[1].post(f"/v1/tables/{table.id}/resign")
        screens = {"account": ".tokens li", "verify/x": "h1", f"replay/{table.id}": "details"}
        for screen, part in screens.items():
            page.goto(f"{whole_server.base}/#/{screen}")
            page.locator(part).first.wait_for()
            assert faults(page) == [], screen
        page.evaluate("document.body.append(document.createElement('button'))")
        assert any("button-name" in fault for fault in faults(page))  # a fault would be seen


@pytest.mark.long
@pytest.mark.parametrize("game", ["gumball_rally", "galopp_royal", "asterix", "gasterospeed"])
@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (360, "light")])
def test_every_table(whole_server: Api, game: str, width: int, scheme: str) -> None:
    with visiting(width, 780, scheme, motion=False) as page:
        player = PagePlayer(page, whole_server.base)
        player.start(game)
        assert player.ready()
        assert faults(page) == []
