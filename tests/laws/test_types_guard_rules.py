"""mypy notices an event without `apply`, sentence or audience, and the sentence of another event.

Gastérospeed also has tasks, and chooses by the type of a command; these are broken too.
"""

import re
from pathlib import Path

import pytest
from mypy import api

from domain.games import GAMES
from tests.support.documents.type_mutants import copied, mutants

CHECKED = ("--no-error-summary", "--show-absolute-path", "--no-incremental")


def test_mypy_finds_every_broken_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All games are broken at once, because mypy takes seconds to start and none to go on."""
    domain = copied(tmp_path)
    folders = [domain / "table", *(domain / "games" / key for key in GAMES)]
    broken = [mutant for folder in folders for mutant in mutants(folder)]
    monkeypatch.chdir(tmp_path)
    report, failure, _ = api.run([*CHECKED, "domain/games", "domain/table", "domain/judging"])
    assert failure == ""
    lines = report.splitlines()
    missed = [mutant.what for mutant in broken if not any(found(mutant.error, lines))]
    assert missed == [], report
    assert len(broken) >= 4 * len(folders)


def found(error: str, lines: list[str]) -> list[str]:
    return [line for line in lines if re.search(error, line)]
