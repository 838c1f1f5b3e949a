"""The tutorial "Draw a board": the page that it writes is played in a real browser."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import expect

from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.documents.clone import fresh_clone
from tests.support.documents.page_blocks import blocks
from tests.support.documents.page_run import needs_shell, run_page
from tests.support.servers.ports import accepts, free_port
from tests.support.servers.processes import Api, until

pytestmark = [needs_browser, needs_shell]
SEEN = "seen"  # the file that ends the visit


def test_the_board_is_drawn_and_played(whole_server: Api, tmp_path: Path) -> None:
    """The site of the page is open to the browser between the last two blocks of the tutorial."""
    *written, start, stop = [each for each in blocks("docs/draw-a-board.md") if each.runs]
    assert "http.server" in start.text
    visit = start._replace(place="visit", text=f"until [ -e {SEEN} ]; do sleep 0.1; done\n")
    clone, port = fresh_clone(tmp_path / "clone"), free_port()
    with ThreadPoolExecutor() as pool:
        printed = [*written, start, visit, stop]
        run = pool.submit(run_page, printed, clone, whole_server.base, spare_port=port)
        try:
            until(lambda: accepts(port) or run.done())
            play(f"http://127.0.0.1:{port}")
        finally:
            (clone / SEEN).touch()
            run.result()


def play(address: str) -> None:
    with visiting() as page:
        page.goto(address)
        expect(page.locator("svg .buggy")).to_have_count(3)
        expect(page.locator("svg")).to_contain_text("you: 0 points")
        for _ in range(3):
            page.locator("#hand button").first.click()
            expect(page.locator("#log li").filter(has_text="Board plays").first).to_be_visible()
