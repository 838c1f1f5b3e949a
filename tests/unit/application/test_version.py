"""One version: of the package, of the API document, and of the newest release in the changelog."""

import re
import tomllib

from msgspec import json

from application.version import VERSION
from tests.support.paths import OPENAPI_DOCUMENT, ROOT


def test_the_document_has_the_version() -> None:
    assert json.decode(OPENAPI_DOCUMENT.read_bytes())["info"]["version"] == VERSION


def test_the_package_takes_its_version_from_here() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == "application/version.py"


def test_the_changelog_has_the_version_and_only_known_headings() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    releases = re.findall(r"^## (.+)$", text, re.M)
    assert releases[0] == "[Unreleased]"
    assert releases[1].startswith(f"[{VERSION.removesuffix('+dev')}] - 20")
    assert all(re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", each) for each in releases[1:])
    known = {"Breaking", "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.+)$", text, re.M)) <= known
