"""The rules of a table name the distribution, its version and the hash of their files."""

import hashlib
from pathlib import Path

import domain.games.bug_race
from application.rules_source import rules_source
from application.version import VERSION
from domain.games import GAMES


def by_sha256sum(folder: Path) -> str:
    """Return what the command in openapi/history.md prints."""
    paths = [path for path in folder.rglob("*") if path.suffix in (".py", ".json")]
    lines = (
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n"
        for path in sorted(paths, key=lambda path: path.relative_to(folder).as_posix().encode())
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def test_the_games_of_the_server_come_from_its_own_distribution() -> None:
    for key in GAMES:
        source = rules_source(key)
        assert source is not None
        assert (source.distribution, source.version) == ("ludotheque", VERSION)


def test_the_hash_is_that_of_the_files_of_the_package() -> None:
    source = rules_source("bug_race")
    assert source is not None
    assert source.hash == by_sha256sum(Path(domain.games.bug_race.__file__).parent)
    hashes = {found.hash for key in GAMES if (found := rules_source(key))}
    assert len(hashes) == len(GAMES)


def test_an_unknown_game_has_no_source() -> None:
    assert rules_source("chess") is None
