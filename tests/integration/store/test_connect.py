"""Connecting to a store, and what its acknowledgements survive."""

from contextlib import aclosing
from pathlib import Path

import pytest

from api.app import framework
from application.ports.event_log import Appended, StoreUnavailable
from application.settings import Settings
from store.connect import Store
from store.embedded.server import EmbeddedServer
from tests.support.servers.processes import PATIENCE
from tests.support.stores.servers import KINDS, running
from tests.support.tables.commits import commit, table_id

pytestmark = [pytest.mark.anyio, pytest.mark.real_server]


async def test_a_store_says_what_an_acknowledgement_survives(server: EmbeddedServer) -> None:
    async with aclosing(await Store(server.url, PATIENCE, is_api=True).start()) as store:
        found = await store.facts()
    assert found.durability == "no"
    assert found.server in KINDS
    assert found.version[0].isdigit()
    assert 0 < found.latency_ms < 500


async def test_an_application_uses_the_store_as_its_settings_say(server: EmbeddedServer) -> None:
    app = framework(Settings(redis_url=server.url, store_seconds=3.0, replicas=1))
    async with app.lifespan():
        store = app.state.parts[Store]
        assert (store.client.budget, store.replicas) == (3.0, 1)


@pytest.mark.parametrize("fsync", ["always", "everysec"])
async def test_the_durability_is_the_servers_own_word(fsync: str, tmp_path: Path) -> None:
    with running("valkey", tmp_path, fsync) as server:
        async with aclosing(await Store(server.url, PATIENCE, is_api=True).start()) as store:
            assert (await store.facts()).durability == fsync


async def test_a_server_that_forbids_config_leaves_durability_unknown(
    server: EmbeddedServer,
) -> None:
    weak = ("plain", "on", ">pw", "~*", "+@all", "-config", "-info")
    async with aclosing(await Store(server.url, PATIENCE, is_api=True).start()) as store:
        await store.client.send_once("ACL", "SETUSER", *weak)
        url = server.url.replace("unix://", "unix://plain:pw@")
        async with aclosing(await Store(url, PATIENCE, is_api=True).start()) as plain:
            found = await plain.facts()
        await store.client.send_once("ACL", "DELUSER", "plain")
    assert (found.durability, found.server) == ("unknown", "unknown")


async def test_a_store_opened_while_the_server_is_down_recovers(tmp_path: Path) -> None:
    url = EmbeddedServer(tmp_path).url
    async with aclosing(await Store(url, PATIENCE, is_api=True).start()) as store:
        with pytest.raises(StoreUnavailable):
            await store.facts()
        with running("valkey", tmp_path):
            assert await store.log.append(commit(table_id())) == Appended(1, 1)
