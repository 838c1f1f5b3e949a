"""The documentation in a real browser: search, copy buttons, sidebar, small screens, keyboard."""

from playwright.sync_api import expect

from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.servers.processes import Api

pytestmark = needs_browser

FOUND = {  # words and the title of a page that has them
    "rate limits": "Writing a client",
    "LUDOTHEQUE_FSYNC": "Settings",
    "not_your_turn": "turn",
    "autopilot": "Glossary",
    "hdrhistogram": "Latency histogram",
}


def test_a_search_leads_to_a_section_by_keyboard_alone(play_api: Api) -> None:
    with visiting() as page:
        page.goto(f"{play_api.base}/docs")
        page.keyboard.press("/")
        page.keyboard.type("idempotent requests")
        first = page.locator("#found [role=option]").first
        expect(first).to_contain_text("Writing a client › Idempotent requests")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_url("**/docs/writing-a-client#idempotent-requests")
        expect(page.locator("#idempotent-requests")).to_be_in_viewport()


def test_words_of_every_kind_of_page_are_found_and_marked(play_api: Api) -> None:
    with visiting() as page:
        page.goto(f"{play_api.base}/docs")
        words, results = page.get_by_role("combobox"), page.locator("#found [role=option]")
        words.fill("websokets")
        expect(results.first.locator("b")).to_have_text("Questions and answers › WebSocket")
        expect(results.first.locator("mark").first).to_have_text("WebSocket")
        for searched, page_title in FOUND.items():
            words.fill(searched)
            expect(results.filter(has_text=page_title).first).to_be_visible()
            words.fill("")
            expect(page.locator("#found")).to_be_hidden()
        words.fill("zzzzzz")
        expect(page.locator("#found")).to_contain_text("No page has these words.")
        page.keyboard.press("Escape")
        expect(page.locator("#found")).to_be_hidden()


def test_a_copy_button_copies_the_commands_with_the_address_of_this_server(play_api: Api) -> None:
    with visiting() as page:
        page.goto(f"{play_api.base}/docs/tour")
        block = page.locator(".block").first
        block.hover()
        block.get_by_role("button", name="Copy").click()
        expect(block.get_by_role("button")).to_have_text("Copied")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert f"BASE={play_api.base}\n" in copied
        assert "say()" in copied


def test_the_sidebar_and_previous_and_next_lead_through_the_pages(play_api: Api) -> None:
    with visiting() as page:
        page.goto(f"{play_api.base}/docs")
        page.locator("#pages").get_by_role("link", name="Glossary").click()
        expect(page.locator("h1")).to_have_text("Glossary")
        expect(page.locator("#pages [aria-current]")).to_have_text("Glossary")
        page.locator(".around a[rel=next]").click()
        expect(page.locator("h1")).to_have_text("Questions and answers")
        page.locator(".toc a").last.click()
        assert "#" in page.url


def test_on_a_phone_the_menu_opens_the_sidebar_and_nothing_is_wider_than_the_screen(
    play_api: Api,
) -> None:
    with visiting(width=360, height=740) as page:
        for path in ("/docs", "/docs/tour", "/docs/settings", "/docs/games/gasterospeed"):
            page.goto(play_api.base + path)
            expect(page.locator("#pages")).to_be_hidden()
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        page.get_by_role("button", name="Menu").click()
        page.locator("#pages").get_by_role("link", name="Run a server", exact=True).click()
        expect(page.locator("h1")).to_have_text("Run a server")


def test_without_scripts_all_pages_can_be_reached(play_api: Api) -> None:
    with visiting(scripts=False) as page:
        page.goto(f"{play_api.base}/docs")
        expect(page.locator(".search")).to_be_hidden()
        page.locator("#pages").get_by_role("link", name="Settings").click()
        expect(page.locator("h1")).to_have_text("Settings")


def test_a_missing_page_offers_the_way_back(play_api: Api) -> None:
    with visiting(scripts=False) as page:
        answer = page.goto(f"{play_api.base}/docs/nothing")
        assert answer is not None
        assert answer.status == 404
        page.locator("article").get_by_role("link", name="overview").click()
        expect(page.locator("h1")).to_have_text("Ludothèque")
