"""The README names what exists."""

import re

from domain.games import GAMES
from tests.support.paths import ROOT


def test_every_make_command_of_the_readme_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"make ([a-z]+)", (ROOT / "README.md").read_text()))
    listed = re.search(r"other commands: ([^.]*)\.", (ROOT / "README.md").read_text())
    assert listed is not None
    assert named | set(re.findall(r"`([a-z]+)`", listed[1])) <= targets


def test_the_readme_names_every_game_with_its_seats() -> None:
    readme = (ROOT / "README.md").read_text()
    for game in GAMES.values():
        few, many = game.seats[0], game.seats[-1]
        named = re.search(rf"\[{re.escape(game.title.fr)}\]\([^)]*\) \({few}–{many}[ );]", readme)
        assert named, game.key


def test_every_page_of_docs_is_linked() -> None:
    readme = (ROOT / "README.md").read_text()
    assert [page for page in (ROOT / "docs").iterdir() if f"(docs/{page.name})" not in readme] == []
