"""Connecting to a store, and what its acknowledgements survive."""

from contextlib import aclosing
from pathlib import Path

import pytest

from application.ports.event_log import Appended, StoreUnavailable
from store.connect import Store
from store.embedded.server import EmbeddedServer
from tests.support.stores.servers import KINDS, running
from tests.support.tables.commits import commit, table_id

pytestmark = [pytest.mark.anyio, pytest.mark.real_server]


async def test_a_store_says_what_an_acknowledgement_survives(server: EmbeddedServer) -> None:
    async with aclosing(await Store.open(server.url)) as store:
        found = await store.facts()
    assert found.durability == "no"
    assert found.server in KINDS
    assert found.version[0].isdigit()
    assert 0 < found.latency_ms < 500


@pytest.mark.parametrize("fsync", ["always", "everysec"])
async def test_the_durability_is_the_servers_own_word(fsync: str, tmp_path: Path) -> None:
    with running("valkey", tmp_path, fsync) as server:
        async with aclosing(await Store.open(server.url)) as store:
            assert (await store.facts()).durability == fsync


async def test_a_server_that_forbids_config_leaves_durability_unknown(
    server: EmbeddedServer,
) -> None:
    weak = ("plain", "on", ">pw", "~*", "+@all", "-config", "-info")
    async with aclosing(await Store.open(server.url)) as store:
        await store.client.send_once("ACL", "SETUSER", *weak)
        url = server.url.replace("unix://", "unix://plain:pw@")
        async with aclosing(await Store.open(url)) as plain:
            found = await plain.facts()
        await store.client.send_once("ACL", "DELUSER", "plain")
    assert (found.durability, found.server) == ("unknown", "unknown")


async def test_a_store_opened_while_the_server_is_down_recovers(tmp_path: Path) -> None:
    url = EmbeddedServer(tmp_path).url
    async with aclosing(await Store.open(url)) as store:
        with pytest.raises(StoreUnavailable):
            await store.facts()
        with running("valkey", tmp_path):
            assert await store.log.append(commit(table_id())) == Appended(1, 1)
