"""The source files of a game, in this repository or in an installed package."""

from importlib.util import find_spec
from pathlib import Path

from domain.kernel.game import AnyGame


def folder_of(game: AnyGame) -> Path:
    """Return the folder of the package of a game."""
    spec = find_spec(game.package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def sources_of(game: AnyGame) -> list[str]:
    """Return the content of every module of a game."""
    return [path.read_text() for path in sorted(folder_of(game).rglob("*.py"))]
