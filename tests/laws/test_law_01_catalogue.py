"""Law 1: every game is registered, complete, and has the right name."""

import ast
from pathlib import Path

import pytest

import domain.games
from domain.games import GAMES
from domain.kernel import box
from domain.kernel.ids import MOST_SEATS
from tests.support.every_game import BUILT_IN, EVERY_BUILT_IN, EVERY_GAME, SECRETIVE, tables
from tests.support.game_sources import folder_of
from tests.support.knowledge import knowledge

GAMES_FOLDER = Path(domain.games.__file__).parent
FOLDERS = [path.parent for path in GAMES_FOLDER.glob("*/game.py")]
CORE_FILES = {
    "README.md",
    "guide.md",
    "__init__.py",
    "choices.py",
    "commands.py",
    "components.json",
    "components.py",
    "deal.py",
    "decide.py",
    "events.py",
    "evolve.py",
    "game.py",
    "greedy.py",
    "labels.py",
    "rules.json",
    "sentences.py",
    "state.py",
    "texts.json",
    "view.py",
}
DATA_FILES = {"components.json", "guide.md", "rules.json", "texts.json"}


def test_every_folder_is_on_the_shelf() -> None:
    assert {folder.name for folder in FOLDERS} == set(BUILT_IN)


@EVERY_GAME
def test_every_game_has_the_data_that_the_server_serves(key: str) -> None:
    assert {path.name for path in folder_of(GAMES[key]).iterdir()} >= DATA_FILES


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
    assert rejecting <= allowed


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
def test_a_game_is_called_what_its_folder_is_called(key: str) -> None:
    game = GAMES[key]
    assert game.package == f"domain.games.{key}"
    assert game.key == key


@EVERY_GAME
def test_every_message_of_a_game_bears_its_name(key: str) -> None:
    tags = [command.__struct_config__.tag for command in GAMES[key].commands]
    names = [event.type for event in GAMES[key].events]
    assert all(str(name).startswith(f"{key}.") for name in [*tags, *names])
    assert len(set(names)) == len(names)
    assert len(set(tags)) == len(tags)


def test_no_two_events_share_a_name() -> None:
    names = [event.type for game in GAMES.values() for event in game.events]
    assert len(set(names)) == len(names)


@EVERY_GAME
def test_no_two_types_of_a_game_share_a_class_name(key: str) -> None:
    """Two games may: in the API document a type is called by its game and its class."""
    game = GAMES[key]
    kinds = [*game.commands, *game.events, game.options, game.view_type]
    assert len({kind.__name__ for kind in kinds}) == len(kinds)


@EVERY_GAME
def test_every_kind_of_decision_has_its_clock(key: str) -> None:
    asked = {
        decision.kind
        for play in tables(key, 1)
        for step in play.turns
        if (decision := GAMES[key].decision(step.before.play)) is not None  # type: ignore[union-attr]
    }
    assert asked
    assert asked <= set(GAMES[key].clocks)
    assert all(1 <= seconds <= 3600 for seconds in GAMES[key].clocks.values())


@EVERY_GAME
def test_a_game_can_be_seated_and_every_option_has_a_default(key: str) -> None:
    game = GAMES[key]
    assert 2 <= game.seats[0] <= game.seats[-1] <= MOST_SEATS
    assert game.options() is not None
    assert len(set(game.pieces)) == len(game.pieces)


@EVERY_GAME
def test_the_box_has_a_fingerprint_that_does_not_change_between_readings(key: str) -> None:
    package = GAMES[key].package
    assert box.fingerprint(package) == box.fingerprint(package)
    assert len(bytes.fromhex(box.fingerprint(package))) == 32


@pytest.mark.parametrize("key", SECRETIVE)
def test_the_tests_know_the_pieces_of_the_game(key: str) -> None:
    assert knowledge(key).pieces(GAMES[key].initial) == []
