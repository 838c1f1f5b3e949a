"""The generated TypeScript client compiles strictly, plays every game and is packed for npm."""

import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec import json

from domain.games import GAMES
from ludotheque.laws.knowledge import short
from ludotheque.laws.random_play import EVERY_GAME
from openapi.generate.packages import npm_tarball
from tests.support.documents.npm import TOOLS, needs_node, npm
from tests.support.paths import OPENAPI_DOCUMENT, ROOT
from tests.support.servers.processes import Api

CLIENTS = ROOT / "openapi" / "clients"
PLAYER = CLIENTS / "random_player.ts"
CAREFUL = ROOT / "tests" / "support" / "players" / "careful_client.ts"
LIES = 7  # that it plants
JAVASCRIPT = """
import { ludotheque } from "ludotheque-client";
const { data } = await ludotheque(process.argv[2]).GET("/v1/games");
console.log(data.games.length);
"""
TYPESCRIPT = """
import { ludotheque } from "ludotheque-client";
import type { components } from "ludotheque-client";
const { data } = await ludotheque("http://127.0.0.1").GET("/v1/games");
export const games: components["schemas"]["GamePage"]["games"] | undefined = data?.games;
export const wrong: number | undefined = data?.games;
"""

pytestmark = needs_node


@pytest.fixture(scope="module")
def tarball(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tarball; the folder `work` beside it holds the generated types."""
    folder = tmp_path_factory.mktemp("packed")
    return npm_tarball(OPENAPI_DOCUMENT, folder / "work", folder)


class Compiled(NamedTuple):
    player: Path
    output: list[str]  # of the compiler


@pytest.fixture(scope="module")
def compiled(tarball: Path, tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """The hand-written player beside the generated types, made into JavaScript.

    With it, because the compiler takes long, goes a player that asks for a field there is not.
    """
    folder = tmp_path_factory.mktemp("typescript")
    (folder / "node_modules").symlink_to(TOOLS / "node_modules")
    (folder / "package.json").write_text('{"type": "module"}')
    shutil.copy(PLAYER, folder)
    shutil.copy(CLIENTS / "luck.ts", folder)
    shutil.copy(CAREFUL, folder)
    shutil.copy(CLIENTS / "tsconfig.json", folder)
    wrong = PLAYER.read_text().replace("seen.version} events", "seen.verzion} events")
    (folder / "wrong.ts").write_text(wrong)
    shutil.copy(tarball.with_name("work") / "ludotheque.d.ts", folder)
    made = npm("tsc", "--skipDefaultLibCheck", "--project", str(folder))
    return Compiled(folder / "random_player.js", made.stdout.splitlines())


def test_the_player_has_less_than_a_hundred_lines() -> None:
    assert len(PLAYER.read_text().splitlines()) < 100


def test_it_compiles_under_strict_settings_that_would_find_a_wrong_field(
    compiled: Compiled,
) -> None:
    [only] = compiled.output
    assert "wrong.ts" in only
    assert "'verzion' does not exist" in only


@EVERY_GAME
def test_it_plays_a_whole_table(compiled: Compiled, play_api: Api, key: str) -> None:
    seats, options = str(GAMES[key].seats[0]), json.encode(short(key)).decode()
    words = ["--base", play_api.base, "--game", key, "--seats", seats, "--options", options]
    played = subprocess.run(["node", compiled.player, *words], capture_output=True, text=True)
    assert f"{key}: finished after" in played.stdout, played.stderr


def test_sealed_luck_is_not_revealed_to_a_server_that_cheats(
    compiled: Compiled, play_api: Api
) -> None:
    client = compiled.player.with_name("careful_client.js")
    told = subprocess.run(["node", client, play_api.base], capture_output=True, text=True)
    *found, dealt = told.stdout.splitlines()
    assert [line.partition(": ")[0] for line in found] == ["found"] * LIES, (
        told.stdout + told.stderr
    )
    assert dealt == "dealt: true"


def test_the_tarball_is_installed_used_and_typed(
    tarball: Path, play_api: Api, tmp_path: Path
) -> None:
    modules = tmp_path / "project" / "node_modules"
    modules.mkdir(parents=True)
    with tarfile.open(tarball) as packed:
        packed.extractall(modules, filter="data")
    (modules / "package").rename(modules / "ludotheque-client")
    for name in ("openapi-fetch", "openapi-typescript-helpers"):
        (modules / name).symlink_to(TOOLS / "node_modules" / name)
    project = modules.parent
    (project / "use.mjs").write_text(JAVASCRIPT)
    used = subprocess.run(
        ["node", "use.mjs", play_api.base], cwd=project, capture_output=True, text=True
    )
    assert used.stdout == "5\n", used.stderr
    (project / "use.mts").write_text(TYPESCRIPT)
    strict = ("--strict", "--noEmit", "--module", "nodenext", "--target", "es2022")
    tsc = [
        str(TOOLS / "node_modules" / ".bin" / "tsc"),
        *strict,
        "--skipDefaultLibCheck",
        "use.mts",
    ]
    typed = subprocess.run(tsc, cwd=project, capture_output=True, text=True)
    assert typed.stdout.count("error TS") == 1, typed.stdout
    assert "is not assignable to type 'number'" in typed.stdout
