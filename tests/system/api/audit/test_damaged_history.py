"""A history that was changed in the store is not served."""

from collections.abc import Iterator

import httpx
import pytest
from redis import Redis

from store import keyspace
from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem, check_documented
from tests.support.players.callers import calling
from tests.support.servers.processes import serving
from tests.support.tables.http_table import start_table


@pytest.mark.parametrize("part", ["", "/actions", "/events", "/history"])
def test_a_process_that_reads_a_changed_history_refuses_to_serve_it(
    changed: tuple[httpx.Client, str, str | None], part: str
) -> None:
    http, path, token = changed
    answer = http.get(path + part, headers={"Authorization": f"Bearer {token}"})
    assert_problem(answer, 500, "history_damaged")


@pytest.fixture(scope="module")
def changed(
    http: httpx.Client, store: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[httpx.Client, str, str | None]]:
    race = start_table(http)
    with Redis.from_url(store.url) as redis:
        redis.hset(keyspace.meta(race.id), "h", bytes(32))
    directory = tmp_path_factory.mktemp("damaged")
    with serving(store.url, directory) as api, calling(api.base, check_documented) as other:
        yield other, race.path, race.host.token
        assert "do not match its hash chain" in api.output
