"""`ludotheque serve` on a cluster, with a table on every master."""

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from tests.support.servers.serve_on_cluster import (
    PersistentPlayers,
    ServeOnCluster,
    home,
    serving_on_cluster,
)

MOST_TABLES = 60


@pytest.fixture(scope="module")
def on_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeOnCluster]:
    with serving_on_cluster(tmp_path_factory.mktemp("on_cluster")) as server:
        yield server


@pytest.fixture
def by_port(on_cluster: ServeOnCluster) -> Iterator[dict[int, PersistentPlayers]]:
    """A new table on each master, by the port of the master."""
    with ExitStack() as stack:
        found: dict[int, PersistentPlayers] = {}
        for _ in range(MOST_TABLES):
            players = stack.enter_context(closing(PersistentPlayers(on_cluster.serve.url)))
            found.setdefault(home(on_cluster, players).port, players)
            if len(found) == len(on_cluster.cluster.masters):
                break
        yield found
