"""The page plays a game of another package with the board that the package ships."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from api.pages.web.files import BUNDLE
from tests.support.browser.page_player import PagePlayer
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.servers.fresh_environment import FreshEnvironment
from tests.support.servers.serve_process import ServeProcess

pytestmark = [needs_browser, pytest.mark.long]


def test_nim_is_played_to_its_end(environment: FreshEnvironment, nim: Path, tmp_path: Path) -> None:
    environment.install(nim)
    command = (str(environment.bin / "ludotheque"), "serve")
    serve = ServeProcess(tmp_path / "var", env={"PYTHONPATH": ""}, command=command, cwd=tmp_path)
    try:
        url = serve.ready().url
        with visiting(1280, 900, motion=False) as page:
            player = PagePlayer(page, url)
            player.start("nim")
            # the files of `make bundle` are in the wheel, and fit the modules there
            assert ("/chunk-" in page.content()) is BUNDLE.exists()
            assert player.ready()
            expect(page.locator(".board-stage.nim")).to_be_visible()
            player.finish()
            expect(page.locator(".outcome .standings tbody tr")).to_have_count(2)
    finally:
        serve.kill_all()
