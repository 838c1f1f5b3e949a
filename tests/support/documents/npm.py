"""Programs from npm (`make tools`); tests that need them are skipped without them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.paths import ROOT

TOOLS = ROOT / "openapi" / "tools"
BIN = TOOLS / "node_modules" / ".bin"

needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not BIN.exists(), reason="no Node.js, or no `make tools` yet"
)


def npm(tool: str, *words: str, cwd: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([BIN / tool, *words], cwd=cwd, capture_output=True, text=True)
