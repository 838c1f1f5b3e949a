"""The locustfile plays the same tables."""

import csv
import subprocess
import sys
from pathlib import Path

from tests.support.load.scripted_server import ScriptedServer, served
from tests.support.paths import ROOT
from tests.support.servers.processes import PROGRAM_SECONDS, Api

RUN_TIMES = (3, 15, 45)  # seconds; on a busy machine the first may pass before the first request


def swarm(base: str, *words: str, seconds: int = 3) -> "subprocess.CompletedProcess[str]":
    file = str(ROOT / "openapi" / "load" / "locustfile.py")
    common = ["-f", file, "--headless", "--users", "2", "--spawn-rate", "2"]
    bounds = ["--run-time", f"{seconds}s", "--host", base]
    command = [sys.executable, "-m", "locust", *common, *bounds, *words]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=PROGRAM_SECONDS
    )


def test_locust_plays_without_an_error(play_api: Api, tmp_path: Path) -> None:
    words = ("--think", "0.05", "--sealed", "1", "--csv", str(tmp_path / "seen"))
    for seconds in RUN_TIMES:
        told = swarm(play_api.base, *words, seconds=seconds)
        assert told.returncode == 0, told.stdout + told.stderr
        with (tmp_path / "seen_stats.csv").open() as file:
            rows = {row["Name"]: row for row in csv.DictReader(file)}
        assert int(rows["Aggregated"]["Failure Count"]) == 0
        if "sendCommand" in rows:
            break
    assert int(rows["sendCommand"]["Request Count"]) > 0
    assert int(rows["revealLuck"]["Request Count"]) > 0


def test_locust_leaves_other_machines_in_peace() -> None:
    told = swarm("http://192.0.2.1:8000")
    assert told.returncode == 2
    assert "--i-own-this-server" in told.stdout + told.stderr


def test_locust_follows_nobody_elsewhere(tmp_path: Path) -> None:
    elsewhere = ScriptedServer()
    with (
        served(elsewhere) as other,
        served(ScriptedServer(b"", 307, headers={"Location": other})) as base,
    ):
        for seconds in RUN_TIMES:
            told = swarm(base, "--csv", str(tmp_path / "seen"), seconds=seconds)
            if told.returncode != 0:
                break  # otherwise nothing was asked yet
    assert told.returncode == 1  # locust's word for failures
    assert elsewhere.asked == []
    with (tmp_path / "seen_failures.csv").open() as file:
        assert {row["Error"] for row in csv.DictReader(file)} == {"CatchResponseError('307')"}
