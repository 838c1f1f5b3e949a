"""The commands of the page for authors of games."""

from pathlib import Path

from tests.support.doc_commands import needs_shell, run_page
from tests.support.serve_process import ServeProcess

pytestmark = needs_shell


def test_the_commands_for_authors_of_games_work(server: ServeProcess, tmp_path: Path) -> None:
    assert "passed" in run_page("adding-a-game", server, tmp_path)
