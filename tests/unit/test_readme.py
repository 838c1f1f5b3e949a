"""The README is short and names what exists."""

import re

from domain.games import GAMES
from tests.support.paths import ROOT

README = (ROOT / "README.md").read_text()
MOST_LINES = 90


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= MOST_LINES


def test_every_make_command_of_the_readme_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    assert {"serve", "help"} <= set(re.findall(r"make ([a-z]+)", README)) <= targets


def test_the_readme_names_every_game_with_its_seats() -> None:
    for game in GAMES.values():
        few, many = game.seats[0], game.seats[-1]
        named = re.search(rf"\[{re.escape(game.title.fr)}\]\([^)]*\) \({few}–{many}[ );]", README)
        assert named, game.key


def test_every_link_of_the_readme_leads_to_a_file() -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_every_folder_of_the_source_is_in_the_layout() -> None:
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"build"}
    assert {name for name in folders if f"| `{name}/` |" not in README} == set()
