"""A store with histories of another format is refused in one sentence, and nothing is changed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from redis import Redis

from store import keyspace
from store.embedded.server import EmbeddedServer
from tests.support.servers.processes import PROGRAM_SECONDS
from workers.cli.work import PARTS

LATER = "ludotheque/history/4"
REFUSED = f"The store holds histories of the format {LATER}; this release reads and writes"
COMMANDS = (
    *(("workers", "work", name) for name in PARTS),
    ("workers", "scrub"),
    ("workers", "scrub", "--repair"),
    ("workers", "rebuild"),
    ("workers", "export", "--month", "2026-10", "parquet"),
    ("workers", "backup", "build/other_format"),
    ("workers", "doctor"),
    ("workers", "serve"),
    ("api",),
)


@pytest.fixture
def store(server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    with Redis.from_url(server.url) as redis:
        redis.flushall()
        redis.set(keyspace.FORMAT, LATER)
    monkeypatch.setenv("LUDOTHEQUE_REDIS_URL", server.url)
    monkeypatch.setenv("LUDOTHEQUE_VAR", str(tmp_path))
    return server.url


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_refuses_it(store: str, words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", *words]
    told = subprocess.run(command, capture_output=True, text=True, timeout=PROGRAM_SECONDS)
    assert told.returncode in (1, os.EX_CONFIG)
    assert REFUSED in " ".join((told.stdout + told.stderr).split())
    with Redis.from_url(store) as redis:
        assert [*redis.scan_iter()] == [keyspace.FORMAT.encode()]
        assert redis.get(keyspace.FORMAT) == LATER.encode()
