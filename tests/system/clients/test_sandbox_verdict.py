"""The verifier in JavaScript accepts a sandbox and says what it is."""

import asyncio
from pathlib import Path

from tests.support.javascript import needs_node, verdicts
from tests.support.tables.sandboxes import sandbox_bundle

pytestmark = needs_node


def test_a_sandbox_passes_and_is_named(tmp_path: Path) -> None:
    table, content = asyncio.run(sandbox_bundle())
    [verdict] = verdicts(tmp_path, {table: content}).values()
    assert verdict["findings"] == []
    assert verdict["result"] == "PASS"
    assert verdict["sandbox"] is True
    assert any("SANDBOX" in each for each in verdict["unchecked"])
