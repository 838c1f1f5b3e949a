"""The tutorial about a bot, the generated clients, and the example clients."""

import re
from pathlib import Path

import pytest

from api.pages.documentation.pages import page
from tests.support.documents.doc_commands import commands, needs_shell, run_page
from tests.support.documents.npm import needs_node
from tests.support.servers.serve_process import ServeProcess

pytestmark = needs_shell


def test_a_newcomer_writes_a_bot_that_finishes_a_race(server: ServeProcess, tmp_path: Path) -> None:
    told = run_page("your-own-bot", server, tmp_path)
    assert re.search(r"finished: your place is [123]\n", told), told
    assert "My bot rolls" in told
    assert '{"game": "galopp_royal"' in told  # the view, printed in the last step


@pytest.mark.long
def test_the_generated_python_client_plays_galopp_royal(
    server: ServeProcess, tmp_path: Path
) -> None:
    told = run_page("generated-clients", server, tmp_path)
    assert re.search(r"Python: finished, places \[", told), told
    assert "Newcomer rolls" in told


@needs_node
def test_the_page_has_a_part_for_typescript() -> None:
    assert any("tsc" in block for block in commands(page("generated-clients")))


def test_the_example_clients_run(server: ServeProcess, tmp_path: Path) -> None:
    told = run_page("example-clients", server, tmp_path)
    assert "Idempotency-Key: walk-2" in told
