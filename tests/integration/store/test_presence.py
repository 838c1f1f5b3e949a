"""Presence is renewed or expires by the clock it is given."""

import pytest

from store.client.pipeline import PipelinedClient
from store.presence import RedisPresence
from tests.support.commits import table_id

pytestmark = pytest.mark.anyio
KEEP = 45_000


async def test_a_stream_that_is_not_renewed_expires(client: PipelinedClient) -> None:
    presence, table = RedisPresence(client), table_id()
    assert await presence.renew(table, ["a:anne", "b:bob"], [], 1_000, KEEP) == ["a:anne", "b:bob"]
    assert await presence.renew(table, ["a:anne"], [], 40_000, KEEP) == ["b:bob", "a:anne"]
    assert await presence.renew(table, [], [], 50_000, KEEP) == ["a:anne"]
    assert await presence.renew(table, [], [], 90_000, KEEP) == []


async def test_a_closed_stream_is_removed_at_once(client: PipelinedClient) -> None:
    presence, table = RedisPresence(client), table_id()
    await presence.renew(table, ["a:anne", "b:bob"], [], 1_000, KEEP)
    assert await presence.renew(table, [], ["a:anne"], 1_000, KEEP) == ["b:bob"]
    assert await presence.renew(table_id(), [], [], 1_000, KEEP) == []


async def test_looking_writes_nothing_and_nothing_stays_for_ever(client: PipelinedClient) -> None:
    presence, table = RedisPresence(client), table_id()
    assert await presence.renew(table, [], [], 1_000, KEEP) == []
    assert await client.send_once("DBSIZE") == 0
    await presence.renew(table, ["a:"], [], 1_000, KEEP)
    [key] = await client.send_once("KEYS", "*")
    assert 0 < await client.send_once("PTTL", key) <= KEEP
