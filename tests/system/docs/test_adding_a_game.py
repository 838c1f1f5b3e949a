"""The pages for authors of games."""

import re
from pathlib import Path

import pytest

from api.pages.documentation.pages import page
from tests.support.documents.doc_commands import checkout, commands, needs_shell, run, run_page
from tests.support.paths import ROOT
from tests.support.servers.fresh_environment import FreshEnvironment, wheel_of
from tests.support.servers.serve_process import ServeProcess

pytestmark = needs_shell


def test_the_commands_for_authors_of_games_work(server: ServeProcess, tmp_path: Path) -> None:
    assert "passed" in run_page("game-modules", server, tmp_path)


@pytest.mark.long  # it installs a server and a game, and runs the laws three times
def test_a_newcomer_adds_a_game_and_plays_it(tmp_path: Path) -> None:
    """Instead of run_page("add-a-game", …): the page installs a package, so it gets a .venv."""
    (folder := tmp_path / "clone").mkdir()
    checkout(folder)
    (folder / ".venv").unlink()
    FreshEnvironment(folder / ".venv").install(wheel_of(ROOT, tmp_path / "wheel"))
    script = "\n".join(commands(page("add-a-game")))
    told = run(script, folder, "", folder / "var", PYTHONPATH="", PYTEST_ADDOPTS="-p no:locust")
    assert "star_race  Star Race, rules 1, from ludotheque-star-race 0.1.0" in told
    laws = re.findall(r"^(?:\d failed, )?\d+ passed", told, re.M)
    assert laws == ["65 passed", "2 failed, 63 passed", "65 passed"], told
    assert re.search(r"finished after \d+ events", told), told
    assert "PASS" in told
    assert "rules of ludotheque-star-race 0.1.0" in told
    assert "<h1>Star Race</h1>" in told
