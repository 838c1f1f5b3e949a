"""The list of seats shows the bank of each person, and counts down while it is spent."""

import re

import httpx
from playwright.sync_api import expect

from tests.support.browser.page_player import open_as
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.servers.processes import Api
from tests.support.tables.http_table import start_table

pytestmark = needs_browser

FISCHER = {"kind": "fischer", "bank_seconds": 3600, "increment_seconds": 86_400}


def test_banks_stand_still_run_and_grow(whole_server: Api) -> None:
    with httpx.Client(base_url=whole_server.base) as http, visiting(motion=False) as page:
        table = start_table(http, 3, clock=FISCHER)
        asked = table.people.index(table.at_turn())
        open_as(page, table.host, table.id)
        seats = page.locator(".seats .seat")
        running = seats.nth(asked).get_by_role("timer")
        expect(running).to_have_text(re.compile(r"^(1:00:00|59:\d\d)$"))
        expect(seats.nth((asked + 1) % 3).locator(".clock.bank")).to_have_text("1:00:00")
        before = running.inner_text()
        expect(running).not_to_have_text(before)
        table.step()
        bank = seats.nth(asked).locator(".clock.bank")
        expect(bank).to_have_text("1 d 0 h")


def test_a_clock_is_chosen_when_a_table_is_opened(whole_server: Api) -> None:
    with visiting(motion=False) as page:
        page.goto(f"{whole_server.base}/#/game/gumball_rally")
        page.get_by_label("Time to decide").select_option("fischer")
        page.get_by_role("button", name="Play against bots").click()
        expect(page.locator(".seats .clock").first).to_be_visible()
        table = page.url.partition("#/table/")[2]
        seen = httpx.get(f"{whole_server.base}/v1/tables/{table}").json()
    assert seen["clock"] == {"kind": "fischer", "bank_seconds": 300, "increment_seconds": 5}
