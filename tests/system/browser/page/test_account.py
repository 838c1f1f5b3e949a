"""The account on the page: its name, recovery codes and tokens; and tables for invited people."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.support.browser.real_browser import another, needs_browser, visiting
from tests.support.servers.processes import Api

pytestmark = needs_browser

TOKEN = "JSON.parse(localStorage.getItem('ludotheque.player')).token"


def account(page: Page, server: Api) -> None:
    page.goto(f"{server.base}/#/account")
    page.on("dialog", lambda dialog: dialog.accept())


def test_a_guest_is_renamed_recovered_by_a_code_and_revokes_the_lost_token(
    whole_server: Api, tmp_path: Path
) -> None:
    with visiting(360, 780, motion=False) as page, another() as elsewhere:
        account(page, whole_server)
        page.get_by_label("Your name").fill("Ann")
        page.get_by_role("button", name="Create the account").click()
        change = page.get_by_role("button", name="Change the name")
        expect(change).to_be_visible()  # a field of the same label is gone then
        page.get_by_label("Your name").fill("Anne")
        change.click()
        expect(page.locator('header a[href="#/account"]')).to_have_text("Anne")
        expect(page.get_by_text("You have no codes yet.")).to_be_visible()
        page.get_by_role("button", name="Create ten codes").click()
        expect(page.locator(".codes li")).to_have_count(10)
        with page.expect_download() as saving:
            page.get_by_role("button", name="Save the codes").click()
        saving.value.save_as(tmp_path / "codes.txt")
        codes = (tmp_path / "codes.txt").read_text().split()
        assert codes == page.locator(".codes li").all_text_contents()
        page.get_by_role("button", name="I have saved them").click()
        expect(page.get_by_text("Codes left: 10")).to_be_visible()
        assert codes[0] not in page.content()

        account(elsewhere, whole_server)
        elsewhere.get_by_label("Enter a recovery code").fill(codes[0])
        elsewhere.get_by_role("button", name="Use the code").click()
        expect(elsewhere.locator(".restore").get_by_role("status")).to_have_text(
            "Welcome back, Anne."
        )
        expect(elsewhere.get_by_text("Codes left: 9")).to_be_visible()
        expect(elsewhere.locator(".tokens li")).to_have_count(2)
        elsewhere.get_by_role("button", name="Revoke: First token").click()
        expect(elsewhere.locator(".tokens li")).to_have_count(1)
        before = elsewhere.evaluate(TOKEN)
        elsewhere.get_by_role("button", name="Replace it").click()
        elsewhere.wait_for_function(f"before => {TOKEN} !== before", arg=before)
        expect(elsewhere.locator(".tokens li")).to_contain_text("this browser")
        assert elsewhere.evaluate(TOKEN) not in elsewhere.content()

        page.get_by_label("Enter a recovery code").fill(codes[0])
        page.get_by_role("button", name="Use the code").click()
        expect(page.get_by_role("alert")).to_contain_text("code")  # used up


def test_a_table_for_invited_people_shows_its_link_to_the_host_alone(
    whole_server: Api,
) -> None:
    with visiting(360, 780, motion=False, locale="fr-FR") as anne, another() as bob:
        anne.goto(f"{whole_server.base}/#/game/bug_race")
        anne.get_by_label("Qui voit la table").select_option("private")
        expect(anne.get_by_label("Spectateurs")).to_have_value("invited")
        anne.get_by_role("button", name="Ouvrir à d’autres joueurs").click()
        anne.get_by_role("button", name="Copier le lien").click()
        link = anne.evaluate("navigator.clipboard.readText()")
        bob.goto(anne.url)
        expect(bob.get_by_role("alert")).to_contain_text("No table has this id")
        bob.goto(link)
        bob.get_by_role("button", name="Take a seat").click()
        expect(anne.locator(".seat")).to_have_count(2)
        expect(bob.get_by_role("button", name="Copy the link")).to_have_count(0)
