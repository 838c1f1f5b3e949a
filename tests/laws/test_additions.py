"""An event, an operation and a setting take as many edits as the budget says, and no more."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.budget.additions import EVENT, HAPPENS, OPERATION, SETTING, Edit, apply
from tests.budget.measures import NOT_OURS
from tests.support.paths import ROOT

LEFT_OUT = shutil.ignore_patterns(*NOT_OURS, "*.png", "*.gz", "*.zst")
CHECKS = (
    "ludotheque/laws/test_law_01_catalogue.py",
    "ludotheque/laws/test_law_11_sentences.py",
    "ludotheque/laws/test_law_18_words.py",
    "tests/unit/application/test_settings.py",
)
READ = "from application.settings import Settings; print(Settings.from_environment().naps)"
SHOWN = """
from msgspec import json
from api.openapi.document import written
document = json.decode(written())
operation = document["paths"]["/v1/shelf"]["get"]
print(operation["operationId"], document["components"]["schemas"]["Shelf"])
"""


def copied(to: Path, *additions: tuple[Edit, ...]) -> Path:
    """Return a copy of the repository with additions."""
    shutil.copytree(ROOT, to, ignore=LEFT_OUT)
    for edits in additions:
        apply(edits, to)
    return to


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    to = tmp_path_factory.mktemp("additions") / "copy"
    copy = copied(to, EVENT, HAPPENS, OPERATION, SETTING)
    run(copy, "-m", "application.setting_docs")  # as `make openapi` does
    return copy


def run(copy: Path, *words: str, **variables: str) -> str:
    ran = subprocess.run(
        [sys.executable, *words],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def pytest_on(copy: Path, *words: str) -> None:
    run(copy, "-m", "pytest", "-q", "-p", "no:randomly", *words)


def mypy_on(copy: Path, edits: tuple[Edit, ...]) -> None:
    files = {edit.file for edit in edits if edit.file.endswith(".py")}
    run(copy, "-m", "mypy", "--no-incremental", *sorted(files))


def test_the_event_and_the_setting_have_the_right_types(copy: Path) -> None:
    mypy_on(copy, EVENT + SETTING)


def test_the_event_and_the_setting_pass_their_checks(copy: Path) -> None:
    pytest_on(copy, "-k", "bug_race or documentation", *CHECKS)


def test_the_operation_is_in_the_document(copy: Path) -> None:
    assert run(copy, "-c", SHOWN).startswith("getShelf {'title': 'Shelf'")


def test_the_setting_is_read(copy: Path) -> None:
    assert run(copy, "-c", READ, LUDOTHEQUE_NAPS="5") == "5\n"


@pytest.mark.long
def test_the_operation_passes_its_checks_when_the_document_is_written_again(tmp_path: Path) -> None:
    copy = copied(tmp_path / "copy", OPERATION)
    mypy_on(copy, OPERATION)
    run(copy, "-m", "openapi.record")
    run(copy, "-m", "api.openapi")
    pytest_on(copy, "tests/unit/api/openapi/document")
