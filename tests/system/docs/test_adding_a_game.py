"""The pages for authors of games."""

import re
from pathlib import Path

from api.pages.documentation.pages import page
from tests.support.doc_commands import clone, commands, needs_shell, run, run_page
from tests.support.serve_process import ServeProcess

pytestmark = needs_shell


def test_the_commands_for_authors_of_games_work(server: ServeProcess, tmp_path: Path) -> None:
    assert "passed" in run_page("game-modules", server, tmp_path)


def test_a_newcomer_adds_a_game_and_plays_it(tmp_path: Path) -> None:
    """Instead of run_page("add-a-game", …): this page changes the source, so it gets a copy."""
    folder = clone(tmp_path)
    script = "\n".join(commands(page("add-a-game")))
    told = run(script, folder, "", folder / "var", PYTHONPATH=str(folder))
    assert re.search(r"\d{3} passed", told), told  # the laws
    assert "'DR-1'" in told  # the rules that still need a test
    assert re.search(r"finished after \d+ events", told), told
    assert "<h1>Desert Rally</h1>" in told
