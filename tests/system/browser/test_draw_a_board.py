"""The tutorial "Draw a board": the page that it writes is played in a real browser."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from api.pages.documentation.pages import page as markdown
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.documents.doc_commands import checkout, commands, needs_shell, run
from tests.support.paths import ROOT
from tests.support.servers.polling import until
from tests.support.servers.ports import accepts, free_port
from tests.support.servers.serve_process import ServeProcess

pytestmark = [needs_browser, needs_shell]


@contextmanager
def http_server(port: int, folder: Path) -> Iterator[None]:
    """`python3 -m http.server`, as the page says."""
    words = ["-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder)]
    child = subprocess.Popen([sys.executable, *words], stderr=subprocess.DEVNULL)
    try:
        until(lambda: accepts(port))
        yield
    finally:
        child.kill()
        child.wait()


@pytest.mark.long
def test_the_board_is_drawn_and_played(tmp_path: Path) -> None:
    """Instead of run_page("draw-a-board", …): the server must allow the origin of the page."""
    port = free_port()
    origin = f"http://127.0.0.1:{port}"
    assert "\nmake serve\n" in markdown("draw-a-board")
    assert "LUDOTHEQUE_CORS_ORIGINS-loopback" in (ROOT / "Makefile").read_text()
    serve = ServeProcess(tmp_path / "var", env={"LUDOTHEQUE_CORS_ORIGINS": "loopback"}).ready()
    assert "pages on this machine (localhost, any port) may call the API" in serve.output()
    try:
        folder = tmp_path / "clone"
        folder.mkdir()
        script = "\n".join(commands(markdown("draw-a-board")))
        run(script, checkout(folder), serve.url, serve.var, spare_port=port)
        with http_server(port, folder / "build" / "board"), visiting() as page:
            page.goto(origin)
            expect(page.locator("svg .buggy")).to_have_count(3)
            expect(page.locator("svg")).to_contain_text("you: 0 points")
            for _ in range(3):
                page.locator("#hand button").first.click(timeout=30_000)
                expect(page.locator("#log li").filter(has_text="Board plays").first).to_be_visible()
        assert serve.stop() == 0, serve.output()
    finally:
        serve.kill_all()
