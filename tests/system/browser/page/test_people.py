"""Several people at the page: guests, saved accounts, joining a table, watching it."""

from pathlib import Path

import httpx
from playwright.sync_api import expect

from tests.support.browser.page_player import PagePlayer, open_as
from tests.support.browser.real_browser import another, needs_browser, visiting
from tests.support.players.callers import new_player
from tests.support.servers.processes import Api
from tests.support.tables.http_table import start_table

pytestmark = needs_browser


def test_two_people_meet_at_a_table_and_a_third_one_watches(whole_server: Api) -> None:
    with visiting(motion=False) as anne, another() as bob, another() as cleo:
        anne.goto(f"{whole_server.base}/#/game/bug_race")
        anne.get_by_role("button", name="Normal").click()  # three seats
        anne.get_by_role("button", name="Open for other people").click()
        expect(anne.locator(".waiting li")).to_have_count(3)
        address = anne.url
        bob.goto(whole_server.base)
        bob.locator(".list", has_text="Join a table").locator("a").first.wait_for()
        bob.goto(address)
        bob.get_by_role("button", name="Take a seat").click()
        expect(anne.locator(".seat")).to_have_count(2)
        anne.get_by_role("button", name="Add a bot").click()
        expect(bob.locator(".seat")).to_have_count(3)
        anne.get_by_role("button", name="Start the game").click()
        cleo.goto(address)
        for player in (anne, bob):
            player.locator("button.action:enabled").first.wait_for()
        expect(cleo.locator(".turn")).to_contain_text("You are watching")
        expect(cleo.locator("button.action")).to_have_count(0)
        version = cleo.locator(".table-screen").get_attribute("data-version") or ""
        for player in (anne, bob):
            player.locator("button.action:enabled").first.click()
        expect(cleo.locator(".table-screen")).not_to_have_attribute("data-version", version)


def test_a_guest_with_the_link_sits_at_a_private_table(whole_server: Api) -> None:
    with httpx.Client(base_url=whole_server.base) as http, visiting(motion=False) as bob:
        anne = new_player(http, "Anne")
        made = anne.post("/v1/tables", {"game": "bug_race", "private": True, "sit": True}).json()
        bob.goto(f"{whole_server.base}/#/table/{made['id']}")
        expect(bob.get_by_role("alert")).to_contain_text("No table has this id")
        bob.goto(f"{whole_server.base}{made['you']['invitation']}")
        bob.reload()
        bob.get_by_role("button", name="Take a seat").click()
        expect(bob.locator(".seat")).to_have_count(2)
        assert len(anne.get(f"/v1/tables/{made['id']}").json()["seats"]) == 2


def test_a_guest_saves_the_token_and_restores_it_elsewhere(
    whole_server: Api, tmp_path: Path
) -> None:
    with visiting(motion=False) as page, another() as elsewhere:
        player = PagePlayer(page, whole_server.base)
        player.start("gumball_rally")
        name = page.locator('header a[href="#/account"]').inner_text()
        assert name.startswith("Guest ")
        page.locator('header a[href="#/account"]').click()
        with page.expect_download() as saving:
            page.get_by_role("button", name="Save the token").click()
        saving.value.save_as(tmp_path / "token.txt")
        token = (tmp_path / "token.txt").read_text().strip()
        assert token not in page.content()

        elsewhere.goto(f"{whole_server.base}/#/account")
        elsewhere.locator("input[type=file]").set_input_files(tmp_path / "token.txt")
        expect(elsewhere.get_by_text(f"Welcome back, {name}.")).to_be_visible()
        assert token not in elsewhere.content()
        elsewhere.goto(f"{whole_server.base}/#/table/{player.table or ''}")
        elsewhere.goto(whole_server.base)
        expect(elsewhere.locator(".list", has_text="Your games")).to_contain_text("Gumball Rally")

        elsewhere.goto(f"{whole_server.base}/#/account")
        elsewhere.locator("input[name=token]").fill("wrong")
        elsewhere.get_by_role("button", name="Restore").click()
        expect(elsewhere.get_by_text("No player has this token.")).to_be_visible()
        expect(elsewhere.locator('header a[href="#/account"]')).to_have_text(name)


def test_a_token_that_the_server_forgot_is_replaced(whole_server: Api) -> None:
    with visiting(motion=False) as page:
        page.goto(whole_server.base)
        lost = '{"id": "x", "name": "Lost", "token": "lost"}'
        page.evaluate("lost => localStorage.setItem('ludotheque.player', lost)", lost)
        page.reload()
        player = PagePlayer(page, whole_server.base)
        player.start("gumball_rally")
        assert player.ready()
        expect(page.locator('header a[href="#/account"]')).to_contain_text("Guest")


def test_people_resign_play_again_end_by_consent_and_cancel(whole_server: Api) -> None:
    with (
        httpx.Client(base_url=whole_server.base) as http,
        visiting(motion=False) as anne,
        another() as bob,
    ):
        people = [new_player(http, name) for name in ("Anne", "Bob")]
        table = start_table(http, 2, people=people, game="bug_race", private=True)
        for page, player in zip((anne, bob), people, strict=True):
            open_as(page, player, table.id)
        bob.get_by_role("button", name="Resign").click()
        bob.get_by_role("button", name="Really resign?").click()
        expect(anne.locator(".outcome h2")).to_have_text("You won!")
        expect(bob.locator(".seats")).to_contain_text("has resigned")
        for page in (anne, bob):  # a private game of their own
            page.get_by_role("link", name="Replay this game").click()
            page.locator(".panes:not([aria-busy])").wait_for()
            page.keyboard.press("ArrowRight")
            expect(page.locator(".log li[aria-current]")).to_have_count(1)
            page.go_back()
        bob.get_by_role("button", name="Play again").click()
        expect(anne.locator(".outcome")).to_contain_text("Bob wants to play again.")
        anne.get_by_role("button", name="Play again").click()
        anne.get_by_role("button", name="Offer to end without a result").click()
        expect(bob.locator(".endings")).to_contain_text("would end the game without a result")
        bob.get_by_role("button", name="Agree to end").click()
        expect(anne.locator(".outcome h2")).to_have_text("Ended by consent: no result")
        anne.get_by_role("button", name="Play again").click()
        anne.get_by_role("button", name="Cancel the table").click()
        expect(anne.locator(".outcome h2")).to_have_text("The host cancelled the table")
