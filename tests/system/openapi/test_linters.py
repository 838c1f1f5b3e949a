"""Two linters with their default rules find no fault in the document."""

import json

import pytest

from tests.support.documents.npm import needs_node, npm
from tests.support.paths import ROOT

DOCUMENT = str(ROOT / "openapi" / "openapi.json")


@needs_node
def test_redocly_finds_nothing() -> None:
    ran = npm("redocly", "lint", DOCUMENT, "--format=json")
    found = json.loads(ran.stdout[ran.stdout.index("{") :])
    assert found["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}, found["problems"]


@pytest.mark.long
@needs_node
def test_spectral_finds_nothing() -> None:
    ran = npm("spectral", "lint", DOCUMENT, "-r", "openapi/tools/spectral.json", "-f", "json")
    found = ran.stdout[: ran.stdout.rindex("]") + 1]
    assert json.loads(found) == []
    assert ran.returncode == 0
