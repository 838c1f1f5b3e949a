"""Every kind of page in a real browser: it keeps to its own policy, and is dark or light."""

import struct
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from openapi.load.reporting.page import page as load_page
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.load.reports import report
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


def corner(png: bytes) -> tuple[int, ...]:
    """Return red, green and blue of the first pixel; no filter of PNG changes that one."""
    at, packed = 8, b""
    while at < len(png):
        size, kind = struct.unpack_from(">I4s", png, at)
        packed += png[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    return tuple(zlib.decompress(packed)[1:4])


def ground(page: Page) -> tuple[int, ...]:
    """Return red, green and blue of the ground of the page."""
    return corner(page.screenshot(clip={"x": 0, "y": 0, "width": 1, "height": 1}))


def is_dark_for_those_who_want_it_dark_and_light_for_others(page: Page) -> None:
    assert max(ground(page)) < 64
    page.emulate_media(color_scheme="light")
    assert min(ground(page)) > 224


@pytest.mark.parametrize("path", PAGES)
def test_a_page_needs_nothing_that_its_policy_forbids_and_follows_the_wish_for_dark(
    play_api: Api, path: str
) -> None:
    with visiting(scheme="dark") as page:  # a violation is an error, which fails the visit
        page.goto(play_api.base + path)
        page.locator(PAGES[path]).first.wait_for()
        is_dark_for_those_who_want_it_dark_and_light_for_others(page)


def test_the_page_of_a_load_run_is_one_file_that_needs_no_network(tmp_path: Path) -> None:
    file = tmp_path / "load.html"
    file.write_text(load_page(report()))
    with visiting(scheme="dark") as page:
        page.goto(file.as_uri())
        is_dark_for_those_who_want_it_dark_and_light_for_others(page)


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
