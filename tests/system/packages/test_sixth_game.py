"""A game that is installed with pip is on the shelf, played, verified, and missed when it is gone.

Not a line is changed here: the server is our wheel, the game (tests/packages/nim) a wheel of its
own. It starts in a folder with packages named like ours, which must not be taken for them.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from openapi.clients import verify as one_file
from tests.support.paths import ROOT
from tests.support.servers.fresh_environment import NIM, FreshEnvironment, clean
from tests.support.servers.serve_process import ServeProcess

SHADOWS = ("api", "application", "domain", "store", "workers")
LINES = re.compile(
    r"Nim took (\d+) lines of Python, (\d+) lines of JSON, (\d+) lines of tests and"
    r" (\d+) lines for its board"
)
PLAYER = str(ROOT / "openapi" / "clients" / "random_player.py")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a working directory in which every import of ours would find something else."""
    cwd = tmp_path_factory.mktemp("shadows")
    for name in SHADOWS:
        (cwd / name).mkdir()
        for module in ("__init__", "__main__"):
            (cwd / name / f"{module}.py").write_text(f"raise SystemExit('not our {name}')\n")
    return cwd


@contextmanager
def serving(environment: FreshEnvironment, folder: Path) -> Iterator[ServeProcess]:
    command = (str(environment.bin / "ludotheque"), "serve")
    path = {"PYTHONPATH": "", "PATH": clean()["PATH"]}
    serve = ServeProcess(folder / "var", env=path, command=command, cwd=folder)
    try:
        yield serve.ready()
        assert serve.stop() == 0, serve.output()
    finally:
        serve.kill_all()


def get(serve: ServeProcess, path: str) -> Any:
    answer = httpx.get(serve.url + path)
    assert answer.is_success, answer.text
    return answer.json()


def history_of(serve: ServeProcess, table: str) -> bytes:
    lines = {"Accept": "application/x-ndjson"}
    answer = httpx.get(f"{serve.url}/v1/tables/{table}/history", headers=lines)
    assert answer.is_success, answer.text
    return answer.content


def test_it_is_on_the_shelf_and_played_and_its_history_outlives_its_package(
    environment: FreshEnvironment, nim: Path, folder: Path
) -> None:
    environment.install(nim)
    with serving(environment, folder) as serve:
        on_the_shelf(serve)
        in_the_load_kit(environment, serve, folder)
        told = environment.run(
            "python", PLAYER, "--base", serve.url, "--game", "nim", "--seats", "2", cwd=folder
        )
        assert "finished after" in told
        table = told.split()[1].removeprefix("/v1/tables/")
        history = history_of(serve, table)
        judged(environment, history, folder)
    environment.uninstall("ludotheque-nim")
    with serving(environment, folder) as serve:
        assert "nim" not in {game["key"] for game in get(serve, "/v1/games")["games"]}
        assert history_of(serve, table) == history
        not_judged(environment, serve, table, folder)


def on_the_shelf(serve: ServeProcess) -> None:
    """In the list of games, in the OpenAPI document, and in the documentation."""
    assert "nim" in {game["key"] for game in get(serve, "/v1/games")["games"]}
    document = get(serve, "/schema/openapi.json")
    mapped = document["components"]["schemas"]["Command"]["discriminator"]["mapping"]
    assert mapped["nim.take"] == "#/components/schemas/NimTakeCommand"
    assert "<h1>Nim</h1>" in httpx.get(f"{serve.url}/docs/games/nim").text


def in_the_load_kit(environment: FreshEnvironment, serve: ServeProcess, folder: Path) -> None:
    words = ("--mix", "nim", "--seconds", "1", "--think", "0.01", "--json", "load.json")
    environment.run("ludotheque", "load", "--base", serve.url, *words, cwd=folder)
    assert '"sendCommand"' in (folder / "load.json").read_text()


def judged(environment: FreshEnvironment, history: bytes, folder: Path) -> None:
    """By its own rules, which the header names, and by the verifier without rules."""
    (folder / "history.ndjson").write_bytes(history)
    told = environment.run("ludotheque", "verify", "history.ndjson", cwd=folder)
    assert told.startswith("PASS")
    assert "rules of ludotheque-nim 1.0.0, hash " in told
    assert "the very code" not in told
    assert one_file.verify(history.decode()).word == "PASS"


def not_judged(
    environment: FreshEnvironment, serve: ServeProcess, table: str, folder: Path
) -> None:
    told = environment.run("ludotheque", "verify", "history.ndjson", cwd=folder, code=4)
    assert told.startswith("UNKNOWN_RULES")
    assert "install ludotheque-nim 1.0.0, and verify again" in told
    for answer in (
        httpx.get(f"{serve.url}/v1/tables/{table}"),
        httpx.post(f"{serve.url}/v1/tables/{table}/audits"),
    ):
        problem = answer.json()
        assert (answer.status_code, problem["type"]) == (500, "/problems/unknown_rules")
        assert "The game 'nim' is not installed here" in problem["detail"]


def test_the_documentation_says_how_many_lines_it_took() -> None:
    source = NIM / "src" / "ludotheque_nim"
    tests, board = (NIM / "tests").glob("*.py"), source.glob("web/*.*")
    files = (source.rglob("*.py"), source.glob("*.json"), tests, board)
    counted = [sum(len(path.read_text().splitlines()) for path in each) for each in files]
    found = LINES.search((ROOT / "docs" / "add-a-game.md").read_text())
    assert found is not None
    assert [int(number) for number in found.groups()] == counted
