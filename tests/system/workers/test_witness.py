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
from store.embedded.server import EmbeddedServer
from store.public_log.identity import LogIdentity, open_identity
from tests.support.histories import tlog_reader
from tests.support.histories.verifiers import verify_command
from tests.support.paths import ROOT
from tests.support.servers.processes import PROGRAM_SECONDS, Api, serving, until, working
from tests.support.stores.servers import running
from tests.support.tables.http_table import table_at


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("witness")


@pytest.fixture(scope="module")
def keys(folder: Path) -> LogIdentity:
    return open_identity(folder / "var" / "log" / "keys", "example.org/log")


@pytest.fixture(scope="module")
def store(folder: Path) -> Iterator[EmbeddedServer]:
    with running("valkey", folder / "store") as server:
        yield server


@pytest.fixture(scope="module")
def api(folder: Path, store: EmbeddedServer, keys: LogIdentity) -> Iterator[Api]:
    with serving(store.url, folder) as process:
        yield process


@pytest.fixture(scope="module")
def policy(folder: Path, api: Api, keys: LogIdentity) -> Iterator[Path]:
    """Run a witness; return the policy that demands its cosignature."""
    log = [str(keys.log.verifier), f"{api.base}/log"]
    command = [sys.executable, "-m", "workers", "witness", "--name", "witness.example"]
    options = ["--log", *log, "--folder", str(folder / "witness"), "--port", "0"]
    child = subprocess.Popen(
        [*command, *options, "--seconds", "0.2"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    _, name, vkey, url = child.stdout.readline().split()
    path = folder / "trusted.policy"
    path.write_text(f"log {log[0]}\nwitness {name} {vkey} {url}\nquorum {name}\n")
    yield path
    child.terminate()
    child.communicate()
    assert child.returncode == 0


@pytest.fixture(scope="module")
def base(folder: Path, store: EmbeddedServer, api: Api, policy: Path) -> Iterator[str]:
    """The address of a server whose log is cosigned."""
    env = {"LUDOTHEQUE_WITNESSES": str(policy), "LUDOTHEQUE_PUBLIC_LOG_SECONDS": "0.3"}
    with working("log", store.url, folder, **env):
        yield api.base


def test_a_played_table_is_logged_cosigned_watched_and_verified(
    base: str, policy: Path, keys: LogIdentity
) -> None:
    with table_at(base) as played:
        played.finish()
    table = f"{base}{played.path}"
    until(lambda: "tlog-proof" in httpx.get(f"{table}/receipt").text)
    witness, url = policy.read_text().split("\n")[1].split()[2:]

    def cosigned() -> bool:
        note = httpx.get(f"{base}/log/checkpoint").content
        assert tlog_reader.verified_by(str(keys.log.verifier), note)
        return tlog_reader.verified_by(witness, note) is not None

    until(cosigned)
    words = ["--log", f"{base}/log", "--policy", str(policy), "--scan", "--json"]
    result = verify_command(f"{table}/history", *words)
    report = json.loads(result.stdout)
    assert report["verdict"] == "PASS", report
    assert any("cosigned by witness.example" in each for each in report["checked"])
    assert sum("by cosignatures" in each for each in report["checked"]) == 2  # start and end
    assert not any("log" in each for each in report["not_checked"])

    def watched() -> bool:
        [log] = httpx.get(f"{url}/report").json()["logs"]
        assert log["alarms"] == []
        size = int(httpx.get(f"{base}/log/checkpoint").text.split("\n")[1])
        return bool(log["entries"] == size >= 2 and log["watched_since"])

    until(watched)


def test_a_careful_client_reveals_what_the_witness_has_seen(base: str, policy: Path) -> None:
    witness = policy.read_text().split("\n")[1].split()[2]
    command = [sys.executable, str(ROOT / "openapi" / "clients" / "random_player.py")]
    options = ["--base", base, "--seats", "3", "--careful", witness]
    played = subprocess.run(
        [*command, *options], capture_output=True, text=True, timeout=PROGRAM_SECONDS
    )
    assert played.returncode == 0, played.stderr
    assert "finished" in played.stdout


def test_a_careful_client_reveals_nothing_without_its_witness(base: str) -> None:
    witness = Signer("other.example", COSIGNATURE, b"o" * 32).verifier
    careful = Careful(fetching(base), [str(witness)], seconds=3)
    with pytest.raises(NotWitnessed):
        random_player.open_table(base, "gumball_rally", 3, careful=careful)
