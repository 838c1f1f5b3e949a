"""Schemathesis reads the document, tries to break the server, and finds nothing."""

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from api.document import document
from tests.support.web import Api

ROOT = Path(__file__).parents[2]
CONFIG = ROOT / "openapi" / "schemathesis.toml"
EXAMPLES = os.environ.get("SCHEMATHESIS_EXAMPLES", "25")


def token(base: str) -> str:
    made = httpx.post(f"{base}/v1/players", json={"name": "Schemathesis"})
    return str(made.json()["token"])


def test_over_http_in_all_phases(clients_api: Api, tmp_path: Path) -> None:
    base = clients_api.base
    env = {**os.environ, "LUDOTHEQUE_TOKEN": token(base), "SPARE_TOKEN": token(base)}
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG), "run"]
    options = ["--checks", "all", "--max-examples", EXAMPLES, "--no-color"]
    done = subprocess.run(
        [*command, f"{base}/schema/openapi.json", *options],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        timeout=400,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    for phase in ("Examples", "Coverage", "Fuzzing", "Stateful"):
        assert f"✅ {phase}" in done.stdout
    operations = sum(len(methods) for methods in document()["paths"].values())
    assert f"{operations} total" in done.stdout


@pytest.mark.parametrize("phase", ["examples", "coverage", "fuzzing", "stateful"])
def test_the_phase_is_not_switched_off(phase: str) -> None:
    assert f"[phases.{phase}]" not in CONFIG.read_text()
