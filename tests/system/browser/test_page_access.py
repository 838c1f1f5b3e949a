"""The page for everybody: axe finds no serious fault, in light and dark, on phones and desktops."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.browser.page_player import PagePlayer
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.documents.npm import TOOLS, needs_node
from tests.support.servers.processes import Api

pytestmark = [needs_browser, needs_node]

AXE = TOOLS / "node_modules" / "axe-core" / "axe.min.js"
SEVERE = ("serious", "critical")
ALSO = ("heading-order", "target-size")  # no level is skipped; 24 pixels to touch
RUN = "{ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }"


def faults(page: Page) -> list[str]:
    """Return the serious faults of the page as axe describes them."""
    page.evaluate(AXE.read_text())  # as text: the policy blocks script tags
    found: Any = page.evaluate(f"axe.run(document, {RUN})")
    return [
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
        for screen, part in {"account": ".tokens li", "verify": "h1"}.items():
            page.goto(f"{whole_server.base}/#/{screen}")
            page.locator(part).wait_for()
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
