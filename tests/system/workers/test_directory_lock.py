"""One `serve` per directory; only its own orphans are stopped."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import json

from workers.supervisor.lock import CHILDREN_FILE, DirectoryInUse, DirectoryLock, started_at


@pytest.fixture
def sleeper() -> Iterator["subprocess.Popen[bytes]"]:
    command = [sys.executable, "-c", "import time; time.sleep(60)"]
    child = subprocess.Popen(command, start_new_session=True)
    yield child
    child.kill()
    child.wait()


def test_a_directory_is_claimed_once(tmp_path: Path) -> None:
    claim = DirectoryLock(tmp_path / "var")
    with pytest.raises(DirectoryInUse):
        DirectoryLock(tmp_path / "var")
    claim.release()
    DirectoryLock(tmp_path / "var").release()


def test_what_a_killed_serve_has_left_is_ended(
    tmp_path: Path, sleeper: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workers.supervisor.lock.ORPHAN_SECONDS", 0.1)
    claim = DirectoryLock(tmp_path)
    claim.record([sleeper.pid])
    claim.end_orphans()
    assert started_at(sleeper.pid) is None
    assert not (tmp_path / CHILDREN_FILE).exists()
    claim.release()


def test_a_stranger_with_the_pid_of_an_orphan_is_left_alone(
    tmp_path: Path, sleeper: "subprocess.Popen[bytes]"
) -> None:
    (tmp_path / CHILDREN_FILE).write_bytes(json.encode({sleeper.pid: "born before"}))
    claim = DirectoryLock(tmp_path)
    claim.end_orphans()
    assert sleeper.poll() is None
    claim.release()


@pytest.mark.parametrize("left", [b"", b"nonsense", b"[1]"])
def test_a_damaged_record_is_no_obstacle(tmp_path: Path, left: bytes) -> None:
    (tmp_path / CHILDREN_FILE).write_bytes(left)
    claim = DirectoryLock(tmp_path)
    claim.end_orphans()
    claim.release()
