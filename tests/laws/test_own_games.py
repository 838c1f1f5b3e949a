"""The folders of our own games are registered, complete, and called by the keys of the games."""

import ast
import subprocess
import sys
from pathlib import Path

import domain.games
from domain.games import GAMES
from domain.kernel.lessons import names_of_lessons
from ludotheque.laws.random_play import BUILT_IN, EVERY_BUILT_IN

GAMES_FOLDER = Path(domain.games.__file__).parent
FOLDERS = [path.parent for path in GAMES_FOLDER.glob("*/game.py")]
CORE_FILES = {
    "README.md",
    "guide",
    "__init__.py",
    "choices.py",
    "commands.py",
    "components.json",
    "components.py",
    "deal.py",
    "decide.py",
    "events.py",
    "game.py",
    "greedy.py",
    "rules.json",
    "state.py",
    "texts.json",
    "view.py",
}


def test_every_folder_is_on_the_shelf() -> None:
    assert {folder.name for folder in FOLDERS} == set(BUILT_IN)


@EVERY_BUILT_IN
def test_every_game_has_the_same_core_files(key: str) -> None:
    folder = GAMES_FOLDER / key
    assert {path.name for path in folder.iterdir()} >= CORE_FILES
    assert (folder / "rules.py").is_file() is not (folder / "rules").is_dir()


@EVERY_BUILT_IN
def test_only_the_deal_and_decide_with_the_modules_it_is_split_into_reject(key: str) -> None:
    folder = GAMES_FOLDER / key
    parts_of_decide = _own_modules_imported_by(folder / "decide.py") - CORE_FILES
    rejecting = {path for path in folder.rglob("*.py") if _uses(path, "Rejected")}
    allowed = {folder / name for name in {"deal.py", "decide.py"} | parts_of_decide}
    assert rejecting <= allowed | set(folder.glob("answers/*.py"))


def _own_modules_imported_by(module: Path) -> set[str]:
    """Return the files beside a module that it imports, except for its rules."""
    imports = [n for n in ast.walk(ast.parse(module.read_text())) if isinstance(n, ast.ImportFrom)]
    names = {part for each in imports for part in (each.module or "").split(".")}
    names |= {alias.name for each in imports for alias in each.names}
    return {path.name for path in module.parent.glob("*.py") if path.stem in names - {"rules"}}


def _uses(module: Path, name: str) -> bool:
    tree = ast.parse(module.read_text())
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(tree))


@EVERY_BUILT_IN
def test_every_game_is_taught_in_two_lessons(key: str) -> None:
    assert names_of_lessons(GAMES[key].package) == ["lesson1", "lesson2"]


@EVERY_BUILT_IN
def test_a_game_is_called_what_its_folder_is_called(key: str) -> None:
    game = GAMES[key]
    assert game.package == f"domain.games.{key}"
    assert game.key == key


def test_the_laws_that_are_imported_after_a_choice_are_asked_of_nothing_else() -> None:
    words = (
        "from ludotheque.laws import selection",
        "selection.select(['bug_race'])",
        "from ludotheque.laws.random_play import KEYS",
        "assert KEYS == ['bug_race'], KEYS",
    )
    subprocess.run([sys.executable, "-c", "\n".join(words)], check=True)
