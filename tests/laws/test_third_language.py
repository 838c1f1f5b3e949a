"""A further language is its name, and a module wherever there is one of each other language."""

import json
import os
import re
import shutil
import subprocess
import sys
from typing import Any

import pytest

from api.problems.statuses import STATUSES
from tests.budget.measures import NOT_OURS
from tests.support.paths import ROOT, TESTS

LEFT_OUT = shutil.ignore_patterns(*NOT_OURS, "*.png", "*.gz", "*.zst")
MODULES = {
    "domain/kernel/words/eo.py": "kernel",
    "domain/table/words/eo/__init__.py": "table",
    "domain/table/words/eo/refusals.py": "refusals",
    "domain/games/gumball_rally/words/eo.py": "gumball_rally",
    "application/refusals/words/eo.py": "refusals",
    "api/problems/words/eo/refusals.py": "refusals",
}


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return what a copy of the repository says in Esperanto."""
    copy = tmp_path_factory.mktemp("language") / "copy"
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
    names = copy / "domain/kernel/ids.py"
    names.write_text(names.read_text().replace('("en", "fr")', '("en", "fr", "eo")'))
    for module, text in MODULES.items():
        (copy / module).parent.mkdir(exist_ok=True)
        shutil.copy(TESTS / "support" / "esperanto" / f"{text}.txt", copy / module)
    (copy / "api/problems/words/eo/__init__.py").write_text('"""Problems in Esperanto."""\n')
    codes = {code: f"La stato estas {status}." for code, status in STATUSES.items()}
    means = {"refused_by_rules": "La reguloj de la ludo rifuzas tion.", **codes}
    lines = (f'[{code}]\ntitle = "Problemo {code}"\nmeaning = "{means[code]}"\n' for code in means)
    (copy / "api/problems/words/eo/codes.toml").write_text("".join(lines))
    ran = subprocess.run(
        [sys.executable, "-m", "tests.support.esperanto.shown"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_sentences_of_table_and_game_are_in_it_with_names(shown: Any) -> None:
    sentences = shown["sentences"]
    assert "Nova tablo estas malfermita." in sentences
    assert "Anne prenas sidlokon 0." in sentences
    assert [said for said in sentences if re.fullmatch(r"Bob ludas \w+ \d+.*\.", said)]
    assert [said for said in sentences if re.fullmatch(r"Decidas sidloko 2\.", said)]


def test_labels_and_parameters_are_in_it(shown: Any) -> None:
    assert shown["labels"]
    assert all(re.match(r"Ludi (nigra|blua|ruĝa|flava) \d+", each) for each in shown["labels"])
    assert shown["parameters"] == ["Preterpasoj"]


def test_refusals_are_in_it(shown: Any) -> None:
    assert shown["refusals"] == ["Ludas sidloko 2.", "Rifuzita: table_full."]


def test_problems_of_the_api_are_in_it(shown: Any) -> None:
    assert shown["problem"] == ["Problemo token_missing", "La stato estas 401."]


def test_the_law_of_words_finds_it_complete(shown: Any) -> None:
    assert shown["flaws"] == []


def test_the_api_accepts_it(shown: Any) -> None:
    assert shown["languages"] == ["en", "fr", "eo"]
    assert shown["chosen"] == "eo"
    assert shown["accepted"] == ["en", "eo", "fr"]
