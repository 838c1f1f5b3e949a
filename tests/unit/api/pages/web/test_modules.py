"""The modules of the page run as they are: no build step, no package from elsewhere."""

import hashlib
import re
from pathlib import Path

import pytest

from tests.support.paths import ROOT

WEB = ROOT / "api" / "pages" / "web"
VENDOR = WEB / "vendor"
MODULES = sorted(file for file in WEB.rglob("*.js") if VENDOR not in file.parents)
IMPORT = re.compile(r"""^\s*(?:import|export)\b[^;]*?\bfrom\s+["']([^"']+)["']""", re.M)
MOST_LINES = 250


def test_vendored_files_are_those_that_were_recorded() -> None:
    lines = (VENDOR / "SHA256SUMS").read_text().splitlines()
    recorded = {name: digest for digest, name in (line.split("  ") for line in lines)}
    notes = {"README.md", "SHA256SUMS"}
    kept = {file.relative_to(VENDOR).as_posix() for file in VENDOR.rglob("*") if file.is_file()}
    assert kept - notes == set(recorded)
    for name, digest in recorded.items():
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == digest, name
    assert all((VENDOR / Path(name).parts[0] / "LICENSE").exists() for name in recorded)


@pytest.mark.parametrize("module", [*MODULES, *VENDOR.rglob("*.js")], ids=lambda file: file.name)
def test_a_module_imports_only_files_beside_it(module: Path) -> None:
    for target in IMPORT.findall(module.read_text()):
        assert target.startswith("."), target
        assert (module.parent / target).resolve().is_relative_to(WEB)
        assert (module.parent / target).exists(), target


@pytest.mark.parametrize("module", MODULES, ids=lambda file: file.name)
def test_a_module_is_short_and_begins_with_what_it_is_for(module: Path) -> None:
    lines = module.read_text().splitlines()
    assert lines[0].startswith("//")
    assert len(lines) <= MOST_LINES
