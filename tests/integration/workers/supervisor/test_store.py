"""The store of `serve`: loading is shown, and whatever stops it is retried."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from application.settings import Settings
from store.embedded.server import EmbeddedServer
from tests.support.servers.processes import until
from workers.supervisor import store as supervised
from workers.supervisor.store import EmbeddedStore


@contextmanager
def ticking(var: Path, report: Callable[[str], None]) -> Iterator[EmbeddedStore]:
    store = EmbeddedStore(Settings(var=var), report)
    try:
        tick_until(store, lambda: store.ready)
        yield store
    finally:
        store.stop()


def test_the_progress_of_loading_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[str] = []
    with (
        ticking(tmp_path, reports.append) as store,
        Redis.from_url(store.url, protocol=2) as redis,
        redis.pipeline(transaction=False) as together,
    ):
        for number in range(5000):
            together.set(f"key{number}", number)
        together.execute()
    assert reports == []

    def slow(directory: Path, options: dict[str, str], **given: Any) -> EmbeddedServer:
        return EmbeddedServer(directory, options={**options, "key-load-delay": "100"}, **given)

    monkeypatch.setattr(supervised, "EmbeddedServer", slow)
    monkeypatch.setattr(supervised, "PROGRESS_SECONDS", 0.0)
    with ticking(tmp_path, reports.append):
        pass
    assert reports
    assert all(line.startswith("the store is loading: ") for line in reports)
    assert "% of 0.2 MB" in reports[-1]


def test_the_memory_of_the_store_is_limited_by_default(tmp_path: Path) -> None:
    with ticking(tmp_path, print) as store, Redis.from_url(store.url, protocol=2) as redis:
        memory = redis.info("memory")
    assert 0 < memory["maxmemory"] < memory["total_system_memory"]
    assert memory["maxmemory_policy"] == "noeviction"


def test_a_directory_that_is_in_use_is_tried_again(tmp_path: Path) -> None:
    reports: list[str] = []
    other = EmbeddedServer(tmp_path / "store")
    other.start()
    store = EmbeddedStore(Settings(var=tmp_path), reports.append)
    try:
        tick_until(store, lambda: len(reports) >= 2)
        assert "already runs" in reports[0]
        other.stop()
        tick_until(store, lambda: store.ready)
        assert reports[-1] == "the store is up again"
    finally:
        other.stop()
        store.stop()


def tick_until(store: EmbeddedStore, condition: Callable[[], bool]) -> None:
    def ticked() -> bool:
        store.tick()
        return condition()

    until(ticked)
