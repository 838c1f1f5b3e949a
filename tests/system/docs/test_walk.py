"""`openapi/clients/walk.sh` leads through a table of every game."""

import re
from pathlib import Path

import pytest

from domain.games import GAMES
from tests.support.documents.doc_commands import checkout, needs_shell, run
from tests.support.servers.serve_process import ServeProcess

pytestmark = needs_shell


@pytest.mark.parametrize("key", GAMES)
def test_the_walk_leads_through_a_table(server: ServeProcess, tmp_path: Path, key: str) -> None:
    folder = checkout(tmp_path)
    told = run(f"openapi/clients/walk.sh {key}", folder, "", server.var, BASE=server.url, MOVES="2")
    assert f'"game": "{key}"' in told
    assert "Idempotency-Key: walk-2" in told
    assert re.search(r"5\. (running|finished) after \d+ moves and \d+ events", told)
