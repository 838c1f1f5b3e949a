"""The page and a server that goes away: nothing is missed, nothing comes twice."""

import re
from pathlib import Path
from random import Random

import httpx
from playwright.sync_api import Page, expect

from openapi.load.own_server import UNLIMITED
from tests.support.browser.page_player import PagePlayer
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.servers.processes import Api
from tests.support.servers.serve_process import ServeProcess

pytestmark = needs_browser

# not in the log of the page
QUIET = ["decision_opened", "luck_drawn", "luck_sealed", "seat_taken", "seat_left"]
HIDE = """hidden => {
  const value = hidden ? "hidden" : "visible";
  Object.defineProperty(document, "visibilityState", { value, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def shown_versions(page: Page) -> list[int]:
    rows = page.locator(".log li[data-version]")
    versions: list[int] = rows.evaluate_all("all => all.map(each => Number(each.dataset.version))")
    return versions


def received_versions(base: str, player: PagePlayer) -> list[int]:
    """Return the versions that have a sentence for the player, by the events of the API."""
    token = player.page.evaluate("JSON.parse(localStorage['ludotheque.player']).token")
    answer = httpx.get(
        f"{base}/v1/tables/{player.table}/events",
        params={"limit": 500, "lang": "en"},
        headers={"Authorization": f"Bearer {token}"},
    )
    events = answer.json()["events"]
    return [e["version"] for e in events if e.get("sentence") and e["type"][6:] not in QUIET]


def test_a_killed_server_is_noticed_and_the_game_goes_on(tmp_path: Path) -> None:
    server = ServeProcess(tmp_path / "var", env=UNLIMITED).ready()
    try:
        with visiting(motion=False) as page:
            player, rng = PagePlayer(page, server.url), Random(3)
            player.start("gumball_rally")
            for _ in range(2):
                assert player.ready()
                player.move(rng)
            assert player.ready()
            server.kill_all()
            expect(page.locator(".connection")).to_have_text("Connection lost. Reconnecting…")
            page.locator("button.action:enabled").first.click()  # sent until it is answered
            server = ServeProcess(tmp_path / "var", server.port, env=UNLIMITED).ready()
            expect(page.locator(".connection")).to_have_text("Live")
            assert player.ready()
            own = page.locator(".log li", has_text=re.compile("^Guest .* plays"))
            expect(own).to_have_count(3)
            assert shown_versions(page) == received_versions(server.url, player)
    finally:
        server.kill_all()


def test_a_hidden_tab_closes_its_stream_and_catches_up(whole_server: Api) -> None:
    with visiting(motion=False) as page:
        player = PagePlayer(page, whole_server.base)
        player.start("gumball_rally")
        assert player.ready()
        page.evaluate(HIDE, True)
        expect(page.locator(".connection")).to_have_text("Paused")
        page.locator("button.action:enabled").first.click()
        page.evaluate(HIDE, False)
        expect(page.locator(".connection")).to_have_text("Live")
        assert player.ready()
        expect(page.locator(".turn")).to_have_text("Your decision")
        assert shown_versions(page) == received_versions(whole_server.base, player)
        assert player.requests["GET stream"] == 2
