"""The generated Python client compiles under strict settings and plays every game."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import json

from domain.games import GAMES
from ludotheque.laws.games import EVERY_GAME
from ludotheque.laws.knowledge import short
from openapi.generate.python import generate
from tests.support.paths import ROOT
from tests.support.servers.processes import Api

PLAYER = ROOT / "tests" / "support" / "players" / "typed_player.py"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the package `ludotheque_client`."""
    folder = tmp_path_factory.mktemp("python")
    package = folder / "ludotheque_client"
    package.mkdir()
    generate(ROOT / "openapi" / "openapi.json", package)
    return folder


def run(*words: str, path: Path, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
    env = {**os.environ, "PYTHONPATH": str(path), "MYPYPATH": str(path)}
    return subprocess.run(
        [sys.executable, *words], env=env, cwd=cwd, capture_output=True, text=True
    )


def test_it_compiles_under_strict_settings(package: Path) -> None:
    words = ["-m", "mypy", "--strict", "--config-file=", "--cache-dir", str(package / "cache")]
    checked = run(
        *words, str(package / "ludotheque_client"), str(PLAYER), path=package, cwd=package
    )
    assert checked.returncode == 0, checked.stdout


@EVERY_GAME
def test_it_plays_a_whole_table(package: Path, play_api: Api, key: str) -> None:
    words = [play_api.base, key, str(GAMES[key].seats[0]), json.encode(short(key)).decode()]
    played = run(str(PLAYER), *words, path=package)
    assert f"{key}: finished after" in played.stdout, played.stderr
