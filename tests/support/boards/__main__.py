"""`python -m tests.support.boards [folder]` plays tables and stores a screenshot of each board."""

import sys
import tempfile
from pathlib import Path

from tests.support.boards.easel import Easel
from tests.support.boards.recording import SETUPS, recorded
from tests.support.boards.screenshots import screenshot
from tests.support.browser import visiting
from tests.support.paths import ROOT
from tests.support.serve_process import ServeProcess


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        serve = ServeProcess(Path(data) / "var").ready()
        try:
            tables = {setup.game: recorded(serve.url, setup) for setup in SETUPS}
        finally:
            serve.stop()
    with visiting() as page:
        easel = Easel(page)
        for game, table in tables.items():
            print(screenshot(easel, game, table, folder))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images")
