"""Both verifiers as programs: bundles that are too large, and arguments."""

import resource
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from domain.audit import bundle as reading
from projections.history.bundle import LINES
from tests.support.histories.bundles import history_bundle
from tests.support.paths import ROOT
from tests.support.servers.processes import PROGRAM_SECONDS
from tests.support.tables.memory_table import tiny

MEMORY = 1_000_000_000  # bytes of address space


def bomb(path: Path) -> Path:
    """Far too many blanks, packed small."""
    packer = zlib.compressobj(1, wbits=31)
    with path.open("wb") as file:
        for _ in range(8):
            file.write(packer.compress(b" " * 2**24))
        file.write(packer.flush())
    return path


def hole(path: Path) -> Path:
    """A gigabyte of nothing."""
    with path.open("wb") as file:
        file.truncate(2**30)
    return path


def flood(path: Path) -> Path:
    """As many small things as fit."""
    path.write_bytes(history_bundle(*tiny(), LINES)[:-1] + b"\n{}" * (reading.LARGEST // 3))
    return path


@pytest.mark.parametrize("make", [bomb, hole, flood])
@pytest.mark.parametrize(
    "words", [["-m", "workers", "verify"], ["openapi/clients/verify.py"]], ids=["rules", "one file"]
)
def test_what_is_too_large_costs_little(make: object, words: list[str], tmp_path: Path) -> None:
    assert callable(make)
    path: Path = make(tmp_path / "large")
    done = subprocess.run(
        [sys.executable, *words, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PROGRAM_SECONDS,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("FAIL")


@pytest.mark.parametrize("word", ["--help", "http://127.0.0.1/v1/tables/x/history"])
def test_the_one_file_takes_a_file(word: str) -> None:
    """Neither is a history that fails."""
    done = subprocess.run(
        [sys.executable, "openapi/clients/verify.py", word],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PROGRAM_SECONDS,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "file" in done.stderr
