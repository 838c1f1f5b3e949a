"""The reference at /schema in a real browser that can reach nothing but this machine."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.paths import OPENAPI_DOCUMENT
from tests.support.servers.processes import Api

pytestmark = needs_browser

WORK = 4.0  # seconds of the page's main thread; about one on a machine that does nothing else


class Visit(NamedTuple):
    """The page as it is drawn, and the hosts that it has sent requests to."""

    page: Page
    hosts: set[str | None]
    work: float  # seconds of processor time until it could be used
    usable: float  # milliseconds on the clock until then


@pytest.fixture(scope="module")
def visit(play_api: Api) -> Iterator[Visit]:
    with visiting() as page:
        hosts: set[str | None] = set()
        page.on("request", lambda request: hosts.add(urlsplit(request.url).hostname))
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(f"{play_api.base}/schema")
        page.locator("#operations-Games-getRules").wait_for()
        usable = page.evaluate("performance.now()")
        measured = session.send("Performance.getMetrics")["metrics"]
        work = {each["name"]: each["value"] for each in measured}["TaskDuration"]
        yield Visit(page, hosts, work, usable)


def test_every_group_and_operation_is_drawn_from_this_machine(visit: Visit) -> None:
    document: Any = json.loads(OPENAPI_DOCUMENT.read_text())
    text = visit.page.locator("body").inner_text()
    assert document["info"]["title"] in text
    for path, item in document["paths"].items():
        for operation in item.values():
            assert operation["summary"] in text, path
    assert visit.page.locator(".opblock").count() >= len(document["paths"])
    drawn = visit.page.locator("[data-tag]").evaluate_all("all => all.map(e => e.dataset.tag)")
    assert {tag["name"] for tag in document["tags"]} <= set(drawn)
    assert visit.hosts == {"127.0.0.1"}


def test_the_reference_can_be_used_soon(visit: Visit) -> None:
    """On a machine that does nothing else it takes less than 2 s (docs/generated-clients.md)."""
    print(f"usable after {visit.usable:.0f} ms, of which {visit.work:.2f} s processor time")
    assert 0 < visit.work < WORK


def test_an_operation_shows_its_parameters_and_answers_when_it_is_opened(visit: Visit) -> None:
    block = visit.page.locator("#operations-Games-getRules")
    block.locator(".opblock-summary-control").click()
    expect(block).to_contain_text("numbered rules of a game")
    expect(block.locator(".parameters")).to_contain_text("game")
    expect(block.locator(".responses-table")).to_contain_text("304")


def test_a_link_to_an_operation_opens_it(play_api: Api) -> None:
    with visiting() as page:
        page.goto(f"{play_api.base}/schema#/Players/createPlayer")
        block = page.locator("#operations-Players-createPlayer")
        expect(block.locator(".responses-table")).to_contain_text("201")
