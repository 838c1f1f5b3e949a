"""JavaScript that Node.js runs: the verifier and the search; without Node.js tests are skipped."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from tests.support.paths import ROOT
from tests.support.servers.processes import PROGRAM_SECONDS

VERIFIER = ROOT / "openapi" / "clients" / "verify.mjs"
HERE = Path(__file__).parent
SPEED = HERE / "speed.mjs"
ASK = HERE / "ask.mjs"
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="no Node.js on the PATH")


def node(*words: str | Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["node", *words], capture_output=True, text=True, timeout=PROGRAM_SECONDS)


def verdicts(folder: Path, bundles: Mapping[str, bytes]) -> dict[str, Any]:
    """Return the verdict of every bundle by its name, from one run of the command."""
    files = {}
    for number, (name, content) in enumerate(bundles.items()):
        file = folder / str(number)
        file.write_bytes(content)
        files[str(file)] = name
    ran = node(VERIFIER, "--json", *files)
    assert ran.stderr == ""
    told = [json.decode(line) for line in ran.stdout.splitlines()]
    assert len(told) == len(bundles)
    return {files[each["name"]]: each for each in told}


def verdict_with(folder: Path, content: bytes, *others: bytes) -> Any:
    """Return the verdict of a bundle beside others."""
    files = [folder / f"{number}.ndjson" for number in range(len(others) + 1)]
    for file, each in zip(files, (content, *others), strict=True):
        file.write_bytes(each)
    ran = node(VERIFIER, "--json", files[0], "--with", *files[1:])
    assert ran.stderr == ""
    return json.decode(ran.stdout)
