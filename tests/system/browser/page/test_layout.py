"""The page on every screen: from 360 pixels to 4K nothing overflows, and it is ready soon."""

from typing import Any

from playwright.sync_api import Page

from api.pages.web.files import modules, site
from domain.games import GAMES
from tests.support.browser.page_player import PagePlayer
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.servers.processes import Api

pytestmark = needs_browser


WIDTHS = (360, 768, 1280, 3840)
# Of the first load, as it comes over the wire: bytes and requests. `make test` bundles the page
# where Node.js is; elsewhere its modules are loaded.
BUNDLED = site().files.keys() != modules().keys()
MOST_BYTES, MOST_REQUESTS = (95_000, 30) if BUNDLED else (150_000, 70)
PICTURE = ".shelf .box .picture svg"
# Notes when as many games as the argument have their pictures, in milliseconds since the request.
NOTE_DRAWN = """(() => {{
  const seen = new MutationObserver(() => {{
    if (document.querySelectorAll("{picture}").length < {games}) return;
    window.drawnAfter = performance.now();
    seen.disconnect();
  }});
  seen.observe(document, {{ childList: true, subtree: true }});
}})()"""
TIMES = (
    """() => [performance.getEntriesByName("first-contentful-paint")[0].startTime, drawnAfter]"""
)


def fits(page: Page) -> None:
    """Nothing is wider than the screen, whatever its width."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function(f"innerWidth === {width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_is_wider_than_the_screen(whole_server: Api) -> None:
    with visiting(motion=False) as page:
        page.goto(whole_server.base)
        page.locator(".shelf .box").first.wait_for()
        fits(page)
        player = PagePlayer(page, whole_server.base)
        player.start("bug_race")
        assert player.ready()
        fits(page)


def test_the_page_can_be_used_soon_after_it_was_opened(whole_server: Api) -> None:
    """The issue says 1 s on an idle machine; CPU time of the page does not depend on others."""
    busy = []
    for _ in range(2):
        with visiting(motion=False, new=True) as page:  # a browser that has nothing of the page yet
            received: dict[str, float] = {}
            page.add_init_script(NOTE_DRAWN.format(picture=PICTURE, games=len(GAMES)))
            session = page.context.new_cdp_session(page)
            session.on("Network.loadingFinished", lambda told, sizes=received: note(told, sizes))
            for domain in ("Network", "Performance"):
                session.send(f"{domain}.enable")
            page.goto(whole_server.base, wait_until="networkidle")
            page.locator(PICTURE).nth(len(GAMES) - 1).wait_for()
            painted, drawn = page.evaluate(TIMES)
            metrics = session.send("Performance.getMetrics")["metrics"]
            busy.append({each["name"]: each["value"] for each in metrics}["ThreadTime"])
        kilobytes = sum(received.values()) / 1000
        print(f"{kilobytes:.0f} KB, {len(received)} requests; {painted:.0f} ms, {drawn:.0f} ms")
        assert 20_000 < sum(received.values()) < MOST_BYTES  # headers and answers included
        assert 10 < len(received) <= MOST_REQUESTS
    assert min(busy) < 1.0


def note(told: Any, sizes: dict[str, float]) -> None:
    sizes[told["requestId"]] = told["encodedDataLength"]
