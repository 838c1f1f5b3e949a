"""Whole servers: `ludotheque serve`, and one on a cluster with a table on every master."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.support.network.retrying_transport import PATIENT
from tests.support.servers.play_fixtures import play_api, play_store, whole_server
from tests.support.servers.serve_process import ServeProcess
from tests.support.servers.served_cluster import ServedCluster, home, serving_on_cluster
from tests.support.tables.http_table import HttpTable, table_at

__all__ = ["play_api", "play_store", "whole_server"]
MOST_TABLES = 60
Serve: TypeAlias = Callable[..., ServeProcess]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start `ludotheque serve` on one folder, as often as the test asks for it."""
    begun: list[ServeProcess] = []

    def start(port: int | None = None, store: str | None = None, **how: Any) -> ServeProcess:
        begun.append(ServeProcess(tmp_path / "var", port, store, **how))
        return begun[-1]

    yield start
    for one in begun:
        with suppress(OSError, ValueError):
            one.pids()
        one.kill_all()


@pytest.fixture(scope="module")
def on_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedCluster]:
    with serving_on_cluster(tmp_path_factory.mktemp("on_cluster")) as server:
        yield server


@pytest.fixture
def by_port(on_cluster: ServedCluster) -> Iterator[dict[int, HttpTable]]:
    """A new table on each master, by the port of the master."""
    with ExitStack() as stack:
        found: dict[int, HttpTable] = {}
        for _ in range(MOST_TABLES):
            table = stack.enter_context(table_at(on_cluster.api.base, PATIENT))
            found.setdefault(home(on_cluster, table).port, table)
            if len(found) == len(on_cluster.cluster.masters):
                break
        yield found
