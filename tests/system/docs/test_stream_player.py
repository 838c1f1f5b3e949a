"""The streaming client misses no event when the server is killed and restarted."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.servers.processes import PROGRAM_SECONDS, playing, until
from tests.support.servers.serve_process import ServeProcess
from tests.support.stores.servers import running

PLAYER = ROOT / "openapi" / "clients" / "stream_player.py"


def follow(base: str, folder: Path, kill: Callable[[], None], restart: Callable[[], None]) -> None:
    """Let the client play a table, end the server in the middle, and check what it has printed."""
    said, troubles = folder / "said.txt", folder / "troubles.txt"
    with said.open("w") as out, troubles.open("w") as err:
        typed = [sys.executable, str(PLAYER), "--base", base, "--game", "galopp_royal"]
        player = subprocess.Popen(typed, stdout=out, stderr=err)
    try:
        until(lambda: " rolls " in said.read_text() or player.poll() is not None)
        kill()
        until(lambda: troubles.read_text() != "")
        restart()
        assert player.wait(PROGRAM_SECONDS) == 0, troubles.read_text()
    finally:
        player.kill()
        player.wait()
    opened, *events, ended = said.read_text().splitlines()
    assert opened.startswith("playing /v1/tables/")
    assert [int(line.split()[0]) for line in events] == list(range(1, len(events) + 1))
    assert ended.startswith(f"finished after {len(events)} events")


def test_it_gets_every_event_once_when_the_server_is_killed(tmp_path: Path) -> None:
    with (
        running("valkey", tmp_path / "store") as store,
        playing(store.url, tmp_path) as server,
    ):
        follow(server.base, tmp_path, server.kill, server.start)


@pytest.mark.long
def test_so_it_does_when_everything_is_killed(tmp_path: Path) -> None:
    serve = [ServeProcess(tmp_path / "var").ready()]

    def kill() -> None:
        serve[0].pids()
        serve[0].kill_all()

    def restart() -> None:
        serve.insert(0, ServeProcess(tmp_path / "var", serve[0].port).ready())

    try:
        follow(serve[0].url, tmp_path, kill, restart)
        assert serve[0].stop() == 0, serve[0].output()
    finally:
        serve[0].kill_all()
