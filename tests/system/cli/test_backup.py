"""A server is backed up while a game is played, and the backup becomes a server of its own."""

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import json

from application.table_cache import TableCache
from application.world import RealWorld
from openapi.load.own_server import UNLIMITED
from store.connect import Store
from tests.support.histories.verifiers import verify_command
from tests.support.paths import ROOT
from tests.support.players.callers import calling
from tests.support.servers.processes import PATIENCE, until
from tests.support.servers.serve_process import ServeProcess
from tests.support.tables.http_table import HttpTable, table_at
from tests.support.tables.party import closed_table

ENV = {
    **UNLIMITED,
    "LUDOTHEQUE_ARCHIVE_HOURS": "0",
    "LUDOTHEQUE_SEGMENT_HOURS": "0",
    "LUDOTHEQUE_ARCHIVE_PAUSE": "0.1",
    "LUDOTHEQUE_FEED_SECONDS": "0",
}
PASS, UNFINISHED = 0, 3
MOST_MOVES, PAUSE = 30, 0.1  # a game has more than 60 moves


def run(*words: str, var: Path) -> subprocess.CompletedProcess[str]:
    env = {name: os.environ[name] for name in os.environ if not name.startswith("LUDOTHEQUE_")}
    return subprocess.run(
        [sys.executable, "-m", "workers", *words],
        cwd=ROOT,
        env={**env, "LUDOTHEQUE_VAR": str(var)},
        capture_output=True,
        text=True,
        check=False,
    )


def archive_a_table(var: Path) -> str:
    """Close a table at a running server, and wait until its archivist has archived it."""

    async def closed() -> str:
        url = f"unix://{(var / 'store' / 'socket.path').read_text()}?db=0"
        async with Store(url, PATIENCE) as store:
            return await closed_table(TableCache(store.log, RealWorld()))

    table = asyncio.run(closed())
    until(lambda: any((var / "archive" / "segments").glob("*")))
    return table


def history(url: str, table: str) -> dict[str, Any]:
    answer = httpx.get(f"{url}/v1/tables/{table}/history")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Callable[[Path], ServeProcess]]:
    """Starts servers, which are killed after the test."""
    started: list[ServeProcess] = []

    def start(var: Path) -> ServeProcess:
        started.append(ServeProcess(var, env=ENV))
        return started[-1].ready()

    yield start
    for each in started:
        each.kill_all()


@contextmanager
def played(table: HttpTable) -> Iterator[None]:
    """Play, but not to the end of the game; a command that fails fails the test."""
    stop = threading.Event()

    def play() -> None:
        for _ in range(MOST_MOVES):
            table.step()
            if stop.wait(PAUSE):
                return

    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play)
        try:
            yield
        finally:
            stop.set()
    playing.result()


def test_a_backup_of_a_running_server_becomes_a_server(
    tmp_path: Path, servers: Callable[[Path], ServeProcess]
) -> None:
    var, folder, restored = tmp_path / "var", tmp_path / "backup", tmp_path / "restored"
    server = servers(var)
    archived = archive_a_table(var)
    with table_at(server.url) as game:
        game.step()
        before = game.version
        with played(game):
            made = run("backup", str(folder), var=var)
        assert made.returncode == 0, made.stderr
        assert "2 tables" in made.stdout
        assert "holds secrets" in made.stdout
        assert folder.stat().st_mode & 0o077 == 0
        assert not (var / "store" / "dump.rdb").exists()
        assert game.version > before, "nobody played during the backup"

        put = run("restore", str(folder), var=restored)
        assert put.returncode == 0, put.stderr
        again = servers(restored)
        rows = httpx.get(f"{again.url}/v1/tables").json()["tables"]
        assert {row["id"] for row in rows} == {archived, game.id}
        for table, expected in ((archived, PASS), (game.id, UNFINISHED)):
            here, there = history(server.url, table), history(again.url, table)
            assert there["events"] == here["events"][: len(there["events"])]
            content = json.encode(there)
            assert verify_command("-", given=content).exit_code == expected
        assert before <= len(there["events"])
        with calling(again.url) as http:
            game.at(http).step()


def test_a_backup_needs_an_empty_folder_and_a_running_store(tmp_path: Path) -> None:
    (tmp_path / "something").write_text("here")
    full = run("backup", str(tmp_path), var=tmp_path / "var")
    assert full.returncode == 1
    assert "is not empty" in full.stderr
    none = run("backup", str(tmp_path / "backup"), var=tmp_path / "var")
    assert none.returncode == 1
    assert "No store runs" in none.stderr
