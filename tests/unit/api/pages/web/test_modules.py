"""The modules of pages run as they are: they need no build step and no package from elsewhere."""

import hashlib
import re
from pathlib import Path

import pytest

from api.pages.documentation import STATIC
from api.pages.web.files import site
from tests.support.paths import ROOT

WEB = ROOT / "api" / "pages" / "web"
BOARDS = tuple(sorted(ROOT.glob("domain/games/*/web")))
FOLDERS = (WEB, STATIC, *BOARDS)
VENDORS = tuple(folder / "vendor" for folder in (WEB, STATIC))
SCRIPTS = sorted(file for folder in FOLDERS for file in folder.rglob("*.js"))
MODULES = [file for file in SCRIPTS if not any(vendor in file.parents for vendor in VENDORS)]
IMPORT = re.compile(r"""^\s*(?:import|export)\b[^;]*?\bfrom\s+["']([^"']+)["']""", re.M)
MOST_LINES = 250

vendors = pytest.mark.parametrize("vendor", VENDORS, ids=lambda folder: folder.parent.name)


def recorded(vendor: Path) -> dict[str, str]:
    """Return the recorded hash of each vendored file."""
    lines = (vendor / "SHA256SUMS").read_text().splitlines()
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


@vendors
def test_vendored_files_are_those_that_were_recorded(vendor: Path) -> None:
    for name, digest in recorded(vendor).items():
        assert hashlib.sha256((vendor / name).read_bytes()).hexdigest() == digest, name


@vendors
def test_everything_that_runs_is_recorded_and_has_a_licence(vendor: Path) -> None:
    scripts = {file.relative_to(vendor).as_posix() for file in vendor.rglob("*.js")}
    assert scripts
    assert scripts <= set(recorded(vendor))
    for script in scripts:
        package = Path(script).parts[0].removesuffix(".js")
        licences = (f"{package}/LICENSE", f"{package}-licences/")
        assert any(name.startswith(licences) for name in recorded(vendor)), script


@pytest.mark.parametrize("module", SCRIPTS, ids=lambda file: file.name)
def test_a_module_imports_only_files_beside_it(module: Path) -> None:
    for target in IMPORT.findall(module.read_text()):
        if module.parent in BOARDS:  # the kit and Preact, or a file of the same package
            assert target in {"#kit", "#preact"} or (module.parent / target).is_file(), target
            continue
        assert target.startswith("."), target
        file = (module.parent / target).resolve()
        if WEB in module.parents:
            assert file.relative_to(WEB).as_posix() in site().files, target
        else:
            assert file.is_relative_to(STATIC), target
            assert file.is_file(), target


@pytest.mark.parametrize("module", MODULES, ids=lambda file: file.name)
def test_a_module_is_short_and_begins_with_what_it_is_for(module: Path) -> None:
    lines = module.read_text().splitlines()
    assert lines[0].startswith(("//", "/**"))
    assert len(lines) <= MOST_LINES
