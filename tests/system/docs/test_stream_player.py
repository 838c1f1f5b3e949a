"""The streaming client misses no event when the server is killed and restarted."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.servers.polling import PROGRAM_SECONDS, until
from tests.support.servers.serve_process import ServeProcess

PLAYER = ROOT / "openapi" / "clients" / "stream_player.py"


@pytest.mark.long
def test_it_gets_every_event_once_despite_a_lost_connection(tmp_path: Path) -> None:
    said, troubles = tmp_path / "said.txt", tmp_path / "troubles.txt"
    serve = ServeProcess(tmp_path / "var").ready()
    try:
        with said.open("w") as out, troubles.open("w") as err:
            typed = [sys.executable, str(PLAYER), "--base", serve.url, "--game", "galopp_royal"]
            player = subprocess.Popen(typed, stdout=out, stderr=err)
        try:
            until(lambda: " rolls " in said.read_text() or player.poll() is not None)
            serve.pids()
            serve.kill_all()
            until(lambda: troubles.read_text() != "")
            serve = ServeProcess(tmp_path / "var", serve.port).ready()
            assert player.wait(PROGRAM_SECONDS) == 0, troubles.read_text()
        finally:
            player.kill()
            player.wait()
        assert serve.stop() == 0, serve.output()
    finally:
        serve.kill_all()
    opened, *heard, ended = said.read_text().splitlines()
    assert opened.startswith("playing /v1/tables/")
    assert [int(line.split()[0]) for line in heard] == list(range(1, len(heard) + 1))
    assert ended.startswith(f"finished after {len(heard)} events")
