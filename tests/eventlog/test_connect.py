import asyncio
from pathlib import Path

import pytest

from domain.play.log import Appended, StoreUnavailable
from eventlog.connect import Store
from eventlog.embedded import EmbeddedServer
from tests.eventlog.commits import commit, table_id
from tests.support.servers import KINDS, running

pytestmark = pytest.mark.anyio


async def test_a_store_says_what_an_acknowledgement_survives(server: EmbeddedServer) -> None:
    store = await Store.open(server.url)
    found = await store.ping()
    assert found["durability"] == "no"
    assert found["server"] in KINDS
    assert found["version"][0].isdigit()
    assert 0 < found["latency_ms"] < 500
    await store.aclose()


@pytest.mark.parametrize("fsync", ["always", "everysec"])
async def test_the_durability_is_the_servers_own_word(fsync: str, tmp_path: Path) -> None:
    with running("valkey", tmp_path, fsync) as server:
        store = await Store.open(server.url)
        assert (await store.ping())["durability"] == fsync
        await store.aclose()


async def test_a_server_that_forbids_config_leaves_durability_unknown(
    server: EmbeddedServer,
) -> None:
    store = await Store.open(server.url)
    await store.pipe.call("ACL", "SETUSER", "plain", "on", ">pw", "~*", "+@all", "-config", "-info")
    plain = await Store.open(server.url.replace("unix://", "unix://plain:pw@"))
    found = await plain.ping()
    assert (found["durability"], found["server"]) == ("unknown", "unknown")
    await plain.aclose()
    await store.pipe.call("ACL", "DELUSER", "plain")
    await store.aclose()


async def test_a_store_opened_while_the_server_is_down_recovers(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path, fsync="no", prefer="valkey")
    store = await Store.open(server.url)
    with pytest.raises(StoreUnavailable):
        await store.ping()
    await asyncio.to_thread(lambda: None)
    server.start()
    assert await store.log.append(commit(table_id())) == Appended(1, 1)
    await store.aclose()
    server.stop()
