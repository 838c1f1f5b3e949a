"""The guard of the disk: nothing is written while too little is free, everything is read."""

from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from store.embedded import disk_guard
from store.embedded.disk_guard import REWRITES, WRITES, DiskGuard
from store.embedded.server import REWRITE, EmbeddedServer

HOLD = 1000


def test_writes_are_held_while_the_disk_is_nearly_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, reports = [HOLD], list[str]()
    monkeypatch.setattr(disk_guard, "free_bytes", lambda _: free[0])
    server = EmbeddedServer(tmp_path / "store")
    guard = DiskGuard(server, HOLD, reports.append)
    server.launch(guard.options())
    try:
        while not server.answers():
            pass
        with Redis.from_url(server.url, protocol=2) as redis:
            redis.set("key", "value")
            free[0] = HOLD - 1
            guard.look()
            guard.look()
            with pytest.raises(ResponseError, match="NOREPLICAS"):
                redis.set("key", "other")
            assert redis.get("key") == b"value"
            assert redis.config_get(REWRITES)[REWRITES] == "0"
            [report] = reports
            assert f"`df -h {tmp_path}`" in report

            free[0] = 1 << 30
            guard.look()
            redis.set("key", "other")
            assert redis.config_get(REWRITES)[REWRITES] == str(REWRITE)
            assert len(reports) == 2
    finally:
        server.stop()


def test_on_a_full_disk_a_server_is_started_for_reading_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk_guard, "free_bytes", lambda _: 0)
    assert DiskGuard(EmbeddedServer(tmp_path), HOLD, print).options() == {WRITES: "1"}
