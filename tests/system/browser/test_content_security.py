"""Pages keep to their own content security policy, in a real browser that reports violations."""

import pytest
from playwright.sync_api import Route

from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.servers.processes import Api

pytestmark = needs_browser

PAGES = {
    "/": ".shelf .box",
    "/schema": ".opblock",
    "/docs": "#pages a",
    "/docs/problems": "h1",
    "/docs/games/gumball_rally": "h1",
}
FORBIDDEN = "<!doctype html><title>x</title><script>document.title = 'y'</script>"


@pytest.mark.parametrize("path", PAGES)
def test_a_page_needs_nothing_that_its_policy_forbids(play_api: Api, path: str) -> None:
    with visiting() as page:  # a violation is an error in the console, which fails the visit
        page.goto(play_api.base + path)
        page.locator(PAGES[path]).first.wait_for(timeout=60_000)


def test_a_violation_would_be_seen(play_api: Api) -> None:
    def forbidden(route: Route) -> None:
        headers = {"Content-Security-Policy": "script-src 'self'"}
        route.fulfill(body=FORBIDDEN, content_type="text/html", headers=headers)

    def visit() -> None:
        with visiting() as page:
            page.route(f"{play_api.base}/docs", forbidden)
            page.goto(f"{play_api.base}/docs")

    with pytest.raises(AssertionError, match="Content Security Policy"):
        visit()
