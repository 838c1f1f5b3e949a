"""The types of the page, its library and its verifier, checked by the TypeScript compiler."""

from pathlib import Path

import pytest
from msgspec import json

from api.pages.web.files import FOLDER
from tests.support.documents.npm import TOOLS, needs_node, npm

pytestmark = needs_node

PROJECTS = {"the page and its library": FOLDER, "the verifier": FOLDER / "verify"}
CACHE = TOOLS / "node_modules" / ".cache"  # of what the compiler found in files as they are


@pytest.mark.parametrize("project", PROJECTS.values(), ids=[*PROJECTS])
def test_the_compiler_finds_no_fault(project: Path) -> None:
    known = CACHE / f"{project.name}.tsbuildinfo"
    checked = npm(
        "tsc", "--project", str(project), "--incremental", "--tsBuildInfoFile", str(known)
    )
    assert checked.stdout == ""
    assert checked.returncode == 0


def test_a_fault_would_be_found(tmp_path: Path) -> None:
    settings = {"extends": str(FOLDER / "tsconfig.json"), "include": ["wrong.js"], "exclude": []}
    (tmp_path / "tsconfig.json").write_bytes(json.encode(settings))
    (tmp_path / "wrong.js").write_text("/** @param {number} n */\nconst f = (n) => n;\nf('1');\n")
    assert "wrong.js(3,3)" in npm("tsc", "--project", str(tmp_path)).stdout
