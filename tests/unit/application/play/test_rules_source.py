"""The rules of a table name the distribution, its version and the hash of their files."""

import hashlib
from pathlib import Path

import pytest

from application.play.rules_source import rules_source
from application.version import VERSION
from domain.games import BUILT_IN, GAMES
from tests.support.paths import ROOT


def by_sha256sum(folder: Path) -> str:
    """Return what the command in openapi/history.md prints."""
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.*")}
    lines = (
        f"{hashlib.sha256(paths[name].read_bytes()).hexdigest()}  {name}\n"
        for name in sorted(paths)
        if name.endswith((".py", ".json")) and not name.startswith("words/")
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def test_the_games_of_the_server_come_from_its_own_distribution() -> None:
    for key in GAMES:
        source = rules_source(key)
        assert source is not None
        assert (source.distribution, source.version) == ("ludotheque", VERSION)


@pytest.mark.parametrize("key", BUILT_IN)
def test_the_hash_is_that_of_the_files_of_the_package_without_its_words(key: str) -> None:
    source = rules_source(key)
    assert source is not None
    assert source.hash == by_sha256sum(ROOT / "domain" / "games" / key)


def test_every_game_has_a_hash_of_its_own() -> None:
    hashes = {found.hash for key in GAMES if (found := rules_source(key))}
    assert len(hashes) == len(GAMES)


def test_an_unknown_game_has_no_source() -> None:
    assert rules_source("chess") is None
