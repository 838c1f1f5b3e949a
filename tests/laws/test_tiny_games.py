"""Small games of any kind obey the laws, and lack nothing but tests and golden histories.

They are installed as another package would be: perfect information (Nim), pure luck, hidden
information.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT, TESTS

TINY = TESTS / "support" / "tiny_games"
NIM = TESTS / "packages" / "nim" / "src" / "ludotheque_nim"
LAWS = ("ludotheque/laws", "tests/laws")
PACKAGES = {"nim": "ludotheque_nim", "tiny_goose": "tiny_goose", "tiny_bids": "tiny_bids"}
KEYS = tuple(PACKAGES)
PLAIN = ("-q", "-p", "no:cacheprovider", "-p", "no:randomly")
THIS = "--ignore=tests/laws/test_tiny_games.py"
LACKING = (
    "test_every_rule_has_a_test",
    "test_every_game_has_golden_histories",
    "test_every_game_has_five_bundles",
)


def installed(site: Path) -> Path:
    """Return a folder with the games and the metadata of their distribution."""
    shutil.copytree(TINY, site)
    shutil.copytree(NIM, site / NIM.name)
    about = site / "tiny_games-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-games\nVersion: 1\n")
    points = "".join(f"{key} = {package}.game:GAME\n" for key, package in PACKAGES.items())
    (about / "entry_points.txt").write_text(f"[ludotheque.games]\n{points}")
    return site


def test_small_games_fail_no_law_but_those_of_tests_and_golden_histories(tmp_path: Path) -> None:
    paths = os.pathsep.join(map(str, (ROOT, installed(tmp_path / "site"))))
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *PLAIN, THIS, *LAWS, "-k", "tiny_ or [nim"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths, "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    failed = set(re.findall(r"^FAILED \S+::(\w+)\[(\w+)", run.stdout, re.M))
    assert {key for _, key in failed} == set(KEYS), run.stdout
    assert len(failed) == len(KEYS) * len(LACKING), run.stdout
    assert all(test.startswith(LACKING) for test, _ in failed), run.stdout
    assert int(re.findall(r"(\d+) passed", run.stdout)[0]) > 60 * len(KEYS), run.stdout
    for key in KEYS:
        assert f"run `python -m tests.golden.make {key}`" in run.stdout
        assert f"tests/support/games/{key}/golden.py" in run.stdout
