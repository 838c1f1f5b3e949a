"""The reference draws its list at once, and the details of an operation when it is opened."""

from playwright.sync_api import expect

from tests.support.browser import needs_browser, visiting
from tests.support.processes import Api

pytestmark = needs_browser


def test_an_operation_shows_its_parameters_and_answers_when_it_is_opened(play_api: Api) -> None:
    with visiting() as page:
        page.goto(f"{play_api.base}/schema")
        block = page.locator("#operations-Games-getRules")
        expect(block.locator(".opblock-summary")).to_be_visible(timeout=60_000)
        page.locator("#operations-Games-getRules .opblock-summary-control").click()
        expect(block).to_contain_text("numbered rules of a game", timeout=60_000)
        expect(block.locator(".parameters")).to_contain_text("game", timeout=60_000)
        expect(block.locator(".responses-table")).to_contain_text("304", timeout=60_000)


def test_a_link_to_an_operation_opens_it(play_api: Api) -> None:
    with visiting() as page:
        page.goto(f"{play_api.base}/schema#/Players/createPlayer")
        block = page.locator("#operations-Players-createPlayer")
        expect(block.locator(".responses-table")).to_contain_text("201", timeout=60_000)
