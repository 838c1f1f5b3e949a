"""The generated Python client compiles strictly, plays every game and is installed as a wheel."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import json

from domain.games import GAMES
from ludotheque.laws.knowledge import short
from openapi.generate.packages import python_wheel
from tests.support.paths import OPENAPI_DOCUMENT, ROOT
from tests.support.servers.fresh_environment import FreshEnvironment
from tests.support.servers.processes import Api

PLAYER = ROOT / "tests" / "support" / "players" / "typed_player.py"
USE = """
import sys
from ludotheque_client import models as m
from ludotheque_client.client import Client
api = Client(sys.argv[1])
print(api.create_player(m.PlayerBody(name="Packed")).name, len(api.list_games().games))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel; the folder `work` beside it holds the package `ludotheque_client`."""
    folder = tmp_path_factory.mktemp("python")
    return python_wheel(OPENAPI_DOCUMENT, folder / "work", folder)


@pytest.fixture
def package(wheel: Path) -> Path:
    return wheel.with_name("work")


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


def test_it_plays_a_whole_table_of_every_game(package: Path, play_api: Api) -> None:
    """In one process: to import the types of all games takes seconds."""
    tables = [(key, str(GAMES[key].seats[0]), json.encode(short(key)).decode()) for key in GAMES]
    words = [word for table in tables for word in table]
    played = run(str(PLAYER), play_api.base, *words, path=package)
    for key in GAMES:
        assert f"{key}: finished after" in played.stdout, played.stderr


def test_the_wheel_is_installed_and_used(wheel: Path, play_api: Api, tmp_path: Path) -> None:
    environment = FreshEnvironment(tmp_path / "env")
    environment.install(wheel)
    told = environment.run("python", "-P", "-c", USE, play_api.base, cwd=tmp_path)
    assert told == "Packed 5\n"
