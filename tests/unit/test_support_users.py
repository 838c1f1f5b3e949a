"""Support is shared: what a single test uses stands in that test or beside it, not in support."""

import ast
from collections.abc import Iterator, Mapping, Set
from pathlib import Path

import pytest

from tests.support.paths import ROOT, TESTS

SUPPORT = "tests.support."
GAMES = ("tests.support.games.", "tests.support.tiny_games.")
LOADED_BY_NAME = (".drawing", ".en", ".fr", ".game", ".golden", ".knowledge")  # by laws and tests
PROGRAM = 'if __name__ == "__main__":'


def is_shared(users: Set[str]) -> bool:
    """Return whether two modules use it, or whether it is a part of another module of support."""
    return len(users) > 1 or any(user.startswith(SUPPORT) for user in users)


def is_run_or_loaded(module: str, source: str) -> bool:
    """Return whether it is a program, or is loaded by its name."""
    by_name = module.startswith(GAMES) and module.endswith(LOADED_BY_NAME)
    return by_name or module.endswith("__main__") or PROGRAM in source


def names_in(source: str) -> Iterator[str]:
    """Yield every name of a module that a source imports, or has as a string."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{each.name}" for each in names)
            case ast.Import(names=names):
                yield from (each.name for each in names)
            case ast.Constant(value=str(text)):
                yield text


def users_of(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Return the users of each module of support."""
    found: dict[str, set[str]] = {name: set() for name in sources if name.startswith(SUPPORT)}
    for user, source in sources.items():
        for name in set(names_in(source)):
            if name in found and name != user:
                found[name].add(user)
    return found


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def unshared(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Return the modules of support that a single module uses, or none, with their users."""
    packages = {name.rpartition(".")[0] for name in sources}
    return {
        name: users
        for name, users in users_of(sources).items()
        if name not in packages
        and not is_shared(users)
        and not is_run_or_loaded(name, sources[name])
    }


def test_every_module_of_support_is_shared() -> None:
    sources = {module_name(path): path.read_text() for path in TESTS.rglob("*.py")}
    assert len(users_of(sources)) > 50
    assert unshared(sources) == {}


ONE, TWO, SUPPORTING = "tests.unit.test_one", "tests.prove.two", "tests.support.tables.other"


@pytest.mark.parametrize(
    ("users", "shared"),
    [((), False), ((ONE,), False), ((ONE, TWO), True), ((SUPPORTING,), True)],
)
@pytest.mark.parametrize(
    "use",
    [
        "import tests.support.tables.party",
        "from tests.support.tables import party",
        "from tests.support.tables.party import Party",
        'plugins = ["tests.support.tables.party"]',
    ],
)
def test_a_module_with_one_user_is_found(users: tuple[str, ...], shared: bool, use: str) -> None:
    party = "tests.support.tables.party"
    found = unshared({party: "", SUPPORTING: ""} | dict.fromkeys(users, use))
    assert found.get(party) == (None if shared else set(users))


def test_programs_and_modules_of_games_are_not_imported() -> None:
    assert is_run_or_loaded("tests.support.games.chess.knowledge", "")
    assert is_run_or_loaded("tests.support.servers.worker", f"{PROGRAM}\n    run()\n")
    assert not is_run_or_loaded("tests.support.tables.knowledge", "")
