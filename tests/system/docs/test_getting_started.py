"""The commands of the page for newcomers."""

import re
from pathlib import Path

from api.pages.documentation.pages import page
from tests.support.doc_commands import commands, needs_shell, run_page
from tests.support.npm import needs_node
from tests.support.serve_process import ServeProcess

pytestmark = needs_shell


def test_a_newcomer_plays_galopp_royal_against_bots(server: ServeProcess, tmp_path: Path) -> None:
    told = run_page("getting-started", server, tmp_path)
    assert re.search(r"Python: finished, places \[", told), told
    assert "Seat 0 rolls" in told


@needs_node
def test_the_page_has_a_part_for_typescript() -> None:
    assert any("tsc" in block for block in commands(page("getting-started")))
