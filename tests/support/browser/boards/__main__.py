"""`python -m tests.support.browser.boards [folder]` stores a screenshot of each game's board."""

import sys
import tempfile
from pathlib import Path

from tests.support.browser.boards.board_page import BoardPage
from tests.support.browser.boards.recording import SETUPS, recorded
from tests.support.browser.boards.screenshots import screenshot
from tests.support.browser.real_browser import visiting
from tests.support.paths import ROOT
from tests.support.servers.serve_process import ServeProcess


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        serve = ServeProcess(Path(data) / "var").ready()
        try:
            tables = {setup.game: recorded(serve.url, setup) for setup in SETUPS}
        finally:
            serve.stop()
    with visiting() as page:
        board_page = BoardPage(page)
        for game, table in tables.items():
            print(screenshot(board_page, game, table, folder))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images")
