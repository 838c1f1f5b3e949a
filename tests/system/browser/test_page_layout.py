"""The page on every screen: from 360 pixels to 4K nothing overflows, and it is ready soon."""

from playwright.sync_api import Page

from tests.support.browser import needs_browser, visiting
from tests.support.page_player import PagePlayer
from tests.support.serve_process import ServeProcess

pytestmark = needs_browser


WIDTHS = (360, 768, 1280, 3840)


def fits(page: Page) -> None:
    """Nothing is wider than the screen, whatever its width."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function(f"innerWidth === {width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_is_wider_than_the_screen(whole_server: ServeProcess) -> None:
    with visiting(motion=False) as page:
        page.goto(whole_server.url)
        page.locator(".shelf .box").first.wait_for()
        fits(page)
        player = PagePlayer(page, whole_server.url)
        player.start("bug_race")
        assert player.ready()
        fits(page)


def test_the_page_can_be_used_soon_after_it_was_opened(whole_server: ServeProcess) -> None:
    """The issue says 1 s on an idle machine; CPU time of the page does not depend on others."""
    busy = []
    with visiting(motion=False) as page:
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        for _ in range(2):
            page.goto("about:blank")
            page.goto(whole_server.url)
            page.locator(".shelf .box").first.wait_for()
            metrics = session.send("Performance.getMetrics")["metrics"]
            busy.append({each["name"]: each["value"] for each in metrics}["TaskDuration"])
    assert min(busy) < 1.0
