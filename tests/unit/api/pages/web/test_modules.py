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


def recorded() -> dict[str, str]:
    """Return the recorded hash of each vendored file."""
    lines = (VENDOR / "SHA256SUMS").read_text().splitlines()
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


def test_vendored_files_are_those_that_were_recorded() -> None:
    for name, digest in recorded().items():
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == digest, name


def test_everything_that_runs_is_recorded_and_has_a_licence() -> None:
    scripts = {file.relative_to(VENDOR).as_posix() for file in VENDOR.rglob("*.js")}
    assert scripts <= set(recorded())
    for script in scripts:
        package = Path(script).parts[0].removesuffix(".js")
        licences = (f"{package}/LICENSE", f"{package}-licences/")
        assert any(name.startswith(licences) for name in recorded()), script


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
