"""The types of the page, its library and its verifier, checked by the TypeScript compiler."""

import re
from pathlib import Path

import pytest
from msgspec import json

from api.pages.web.files import FOLDER
from openapi.generate.typescript import generate
from tests.support.documents.npm import TOOLS, needs_node, npm
from tests.support.paths import ROOT

pytestmark = needs_node

PROJECTS = {"the page and its library": FOLDER, "the verifier": FOLDER / "verify"}
CACHE = TOOLS / "node_modules" / ".cache"  # of what the compiler found in files as they are


TYPES = ROOT / "build" / "clients" / "typescript"  # where the settings of the page look for them


@pytest.fixture(scope="module", autouse=True)
def types_of_the_document() -> None:
    TYPES.mkdir(parents=True, exist_ok=True)
    generate(ROOT / "openapi" / "openapi.json", TYPES)


@pytest.mark.parametrize("project", PROJECTS.values(), ids=[*PROJECTS])
def test_the_compiler_finds_no_fault(project: Path) -> None:
    known = CACHE / f"{project.name}.tsbuildinfo"
    checked = npm(
        "tsc", "--project", str(project), "--incremental", "--tsBuildInfoFile", str(known)
    )
    assert checked.stdout == ""
    assert checked.returncode == 0


FAULTS = {
    "/** @param {number} n */ const f = (n) => n; f('1');": "TS2345",
    '/** @param {import("#api").SchemaBugRaceView} v */ export const f = (v) => v.wings;': "TS2339",
}


def test_a_fault_would_be_found(tmp_path: Path) -> None:
    settings = {"extends": str(FOLDER / "tsconfig.json"), "include": ["*.js"], "exclude": []}
    (tmp_path / "tsconfig.json").write_bytes(json.encode(settings))
    for number, source in enumerate(FAULTS):
        (tmp_path / f"wrong{number}.js").write_text(source)
    found = npm("tsc", "--project", str(tmp_path)).stdout
    for number, code in enumerate(FAULTS.values()):
        assert re.search(rf"wrong{number}\.js.* error {code}", found), found
