"""`make clients`: the generated clients are a wheel and an npm tarball that can be installed."""

import subprocess
import tarfile
from pathlib import Path

import pytest

from openapi.generate.packages import npm_tarball, python_wheel
from tests.support.documents.npm import TOOLS, needs_node
from tests.support.paths import OPENAPI_DOCUMENT, ROOT
from tests.support.servers.fresh_environment import FreshEnvironment
from tests.support.servers.processes import Api

PYTHON = """
import sys
from ludotheque_client import models as m
from ludotheque_client.client import Client
api = Client(sys.argv[1])
print(api.create_player(m.NewPlayer(name="Packed")).name, len(api.list_games().games))
"""
JAVASCRIPT = """
import { ludotheque } from "ludotheque-client";
const { data } = await ludotheque(process.argv[2]).GET("/v1/games");
console.log(data.games.length);
"""
TYPESCRIPT = """
import { ludotheque } from "ludotheque-client";
import type { components } from "ludotheque-client";
const { data } = await ludotheque("http://127.0.0.1").GET("/v1/games");
export const games: components["schemas"]["GameList"]["games"] | undefined = data?.games;
export const wrong: number | undefined = data?.games;
"""


@pytest.mark.long
def test_the_wheel_is_installed_and_used(play_api: Api, tmp_path: Path) -> None:
    environment = FreshEnvironment(tmp_path / "env")
    environment.install(python_wheel(OPENAPI_DOCUMENT, tmp_path / "work", tmp_path / "dist"))
    told = environment.run("python", "-P", "-c", PYTHON, play_api.base, cwd=tmp_path)
    assert told == "Packed 5\n"


@needs_node
@pytest.mark.long
def test_the_tarball_is_installed_used_and_typed(play_api: Api, tmp_path: Path) -> None:
    tarball = npm_tarball(OPENAPI_DOCUMENT, tmp_path / "work", tmp_path / "dist")
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


def test_make_clients_packs_both() -> None:
    target = (ROOT / "Makefile").read_text().partition("\nclients:")[2].partition("\n\n")[0]
    assert "openapi.generate wheel" in target
    assert "openapi.generate tarball" in target
