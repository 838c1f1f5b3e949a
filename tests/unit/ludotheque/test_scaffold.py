"""`ludotheque new-game` writes a complete package; that it passes the laws, a page shows."""

import ast
import tomllib
from pathlib import Path

import pytest

from ludotheque.scaffold import CannotScaffold, scaffold


def test_it_writes_a_package_with_an_entry_point(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    written = scaffold("star_race", folder)
    assert sorted(written) == sorted(path for path in folder.rglob("*") if path.is_file())
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    assert project["name"] == "ludotheque-star-race"
    points = project["entry-points"]["ludotheque.games"]
    assert points == {"star_race": "ludotheque_star_race.game:GAME"}
    assert (folder / "src" / "ludotheque_star_race" / "game.py").is_file()


@pytest.mark.parametrize(
    ("key", "rule"), [("star_race", "SR-1"), ("nim", "NI-1"), ("x", "XX-1"), ("go_4_it", "GXI-1")]
)
def test_the_rules_are_numbered_under_its_name(tmp_path: Path, key: str, rule: str) -> None:
    scaffold(key, tmp_path / "new")
    texts = {path.name: path.read_text() for path in (tmp_path / "new").rglob("*.*")}
    assert rule in texts["rules.json"]
    assert f'seats_rule="{rule}"' in texts["game.py"]
    assert not [name for name, text in texts.items() if "{{" in text]
    ast.parse(texts["game.py"])


@pytest.mark.parametrize("key", ["", "Star", "4star", "star-race", "table", "a" * 41, "../x"])
def test_a_name_that_cannot_be_a_key_is_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(CannotScaffold, match="cannot be the key of a game"):
        scaffold(key, tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    with pytest.raises(CannotScaffold, match="exists already"):
        scaffold("star_race", tmp_path)
