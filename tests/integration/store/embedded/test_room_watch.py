"""Memory and disk that run short are reported once, with the command that mends it."""

from pathlib import Path

import pytest
from redis import Redis

from application.ops.readiness import Limits
from store.embedded import room_watch
from store.embedded.room_watch import RoomWatch
from tests.support.stores.servers import running

LIMITS = Limits(memory_red=90, disk_red=1000)


def test_what_runs_short_is_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free, reports = [1000], list[str]()
    monkeypatch.setattr(room_watch, "free_bytes", lambda _: free[0])
    with running("valkey", tmp_path / "store") as server:
        watch = RoomWatch(server, LIMITS, reports.append)
        with Redis.from_url(server.url, protocol=2) as redis:
            redis.config_set("maxmemory", 1 << 30)
            watch.look()
            assert reports == []
            redis.config_set("maxmemory", 1 << 20)
            for _ in range(3):
                watch.look()
            [memory] = reports
            assert "`LUDOTHEQUE_MAXMEMORY=2M ludotheque serve`" in memory

            free[0] = 999
            watch.look()
            assert f"`df -h {tmp_path}`" in reports[1]

            free[0] = 1000
            redis.config_set("maxmemory", 1 << 30)
            watch.look()
            assert reports[2:] == ["there is room in memory and on the disk again"]
        server.stop()
        watch.look()
        assert len(reports) == 3
