"""A server, a witness that distrusts it, and a verifier with a policy: real processes."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from domain.log.note import COSIGNATURE, Signer
from openapi.clients import random_player
from openapi.clients.careful import Careful, NotWitnessed, fetching
from store.public_log.identity import LogIdentity, open_identity
from tests.support.histories import tlog_reader
from tests.support.histories.verify_command import verify_command
from tests.support.paths import ROOT
from tests.support.servers.polling import PROGRAM_SECONDS, until
from tests.support.servers.ports import free_port
from tests.support.servers.serve_process import ServeProcess
from tests.support.tables.http_table import table_at


@pytest.fixture
def keys(tmp_path: Path) -> LogIdentity:
    return open_identity(tmp_path / "var" / "log" / "keys", "example.org/log")


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def policy(tmp_path: Path, keys: LogIdentity, port: int) -> Iterator[Path]:
    """Run a witness; return the policy that demands its cosignature."""
    log = [str(keys.log.verifier), f"http://127.0.0.1:{port}/log"]
    command = [sys.executable, "-m", "workers", "witness", "--name", "witness.example"]
    options = ["--log", *log, "--folder", str(tmp_path / "witness"), "--port", "0"]
    child = subprocess.Popen(
        [*command, *options, "--seconds", "0.2"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    _, name, vkey, url = child.stdout.readline().split()
    path = tmp_path / "trusted.policy"
    path.write_text(f"log {log[0]}\nwitness {name} {vkey} {url}\nquorum {name}\n")
    yield path
    child.terminate()
    child.communicate()
    assert child.returncode == 0


@pytest.fixture
def server(tmp_path: Path, port: int, policy: Path) -> Iterator[ServeProcess]:
    env = {"LUDOTHEQUE_WITNESSES": str(policy), "LUDOTHEQUE_PUBLIC_LOG_SECONDS": "0.3"}
    process = ServeProcess(tmp_path / "var", port, env=env).ready()
    yield process
    process.kill_all()


def test_a_played_table_is_logged_cosigned_watched_and_verified(
    server: ServeProcess, policy: Path, keys: LogIdentity
) -> None:
    with table_at(server.url) as played:
        played.finish()
    table = f"{server.url}{played.path}"
    until(lambda: "tlog-proof" in httpx.get(f"{table}/receipt").text)
    witness, url = policy.read_text().split("\n")[1].split()[2:]

    def cosigned() -> bool:
        note = httpx.get(f"{server.url}/log/checkpoint").content
        assert tlog_reader.verified_by(str(keys.log.verifier), note)
        return tlog_reader.verified_by(witness, note) is not None

    until(cosigned)
    words = ["--log", f"{server.url}/log", "--policy", str(policy), "--scan", "--json"]
    result = verify_command(f"{table}/history", *words)
    report = json.loads(result.stdout)
    assert report["verdict"] == "PASS", report
    assert any("cosigned by witness.example" in each for each in report["checked"])
    assert sum("by cosignatures" in each for each in report["checked"]) == 2  # start and end
    assert not any("log" in each for each in report["not_checked"])

    def watched() -> bool:
        [log] = httpx.get(f"{url}/report").json()["logs"]
        assert log["alarms"] == []
        return bool(log["entries"] == 2 and log["watched_since"])

    until(watched)


def test_a_careful_client_reveals_what_the_witness_has_seen(
    server: ServeProcess, policy: Path
) -> None:
    witness = policy.read_text().split("\n")[1].split()[2]
    command = [sys.executable, str(ROOT / "openapi" / "clients" / "random_player.py")]
    options = ["--base", server.url, "--seats", "3", "--careful", witness]
    played = subprocess.run(
        [*command, *options], capture_output=True, text=True, timeout=PROGRAM_SECONDS
    )
    assert played.returncode == 0, played.stderr
    assert "finished" in played.stdout


def test_a_careful_client_reveals_nothing_without_its_witness(server: ServeProcess) -> None:
    witness = Signer("other.example", COSIGNATURE, b"o" * 32).verifier
    careful = Careful(fetching(server.url), [str(witness)], seconds=3)
    with pytest.raises(NotWitnessed):
        random_player.open_table(server.url, "gumball_rally", 3, careful=careful)
