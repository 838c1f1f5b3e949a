"""The quick start of the README runs as printed."""

import re
from pathlib import Path

from tests.support.documents.doc_commands import checkout, commands, needs_shell, run
from tests.support.paths import ROOT
from tests.support.servers.serve_process import ServeProcess

pytestmark = needs_shell


def test_the_quick_start_plays_and_verifies_a_table(server: ServeProcess, tmp_path: Path) -> None:
    script = "\n".join(commands((ROOT / "README.md").read_text()))
    told = run(script, checkout(tmp_path), server.url, server.var)
    assert re.search(r"finished after \d+ events", told)
    assert re.search(r"^PASS: \d+ events, \d+ draws, head [0-9a-f]{64}$", told, re.M)
