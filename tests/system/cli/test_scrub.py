"""`ludotheque scrub` on a terminal."""

import asyncio
from pathlib import Path

import pytest

from application.table_cache import TableCache
from application.world import RealWorld
from store.opening.factory import open_client
from store.tables.log import RedisEventLog
from tests.support.documents.terminal import shown
from tests.support.servers.processes import PATIENCE
from tests.support.stores.servers import running
from tests.support.tables.party import started

pytestmark = pytest.mark.anyio


async def test_people_see_a_bar(tmp_path: Path) -> None:
    with running("valkey", tmp_path / "store") as server:
        client = open_client(server.url, PATIENCE)
        await started(TableCache(RedisEventLog(client), RealWorld()))
        await client.aclose()
        words = ("scrub", "--json")
        seen = await asyncio.to_thread(shown, *words, LUDOTHEQUE_REDIS_URL=server.url)
    assert b"Scrubbing" in seen
    assert b"100%" in seen
