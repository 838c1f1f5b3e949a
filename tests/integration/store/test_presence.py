"""Presence changes when streams open and close; those of an ended process expire with its lease."""

import pytest

from application.ports.presence import RoomChange
from store.client.pipeline import PipelinedClient
from store.people.presence import RedisPresence
from tests.support.tables.commits import table_id

pytestmark = pytest.mark.anyio
KEEP = 45_000
ENDS = 600_000


async def process(client: PipelinedClient) -> RedisPresence:
    presence = RedisPresence(client)
    await presence.renew_lease(1_000, KEEP)
    return presence


async def test_all_processes_see_an_open_stream_until_it_is_closed(client: PipelinedClient) -> None:
    here, there, table = await process(client), await process(client), table_id()
    await here.change([RoomChange(table, {"a:anne": ENDS, "b:bob": ENDS}, [])], 1_000)
    assert sorted((await there.names([table], 1_000))[0]) == ["a:anne", "b:bob"]
    await here.change([RoomChange(table, {}, ["a:anne"])], 1_000)
    assert await there.names([table, table_id()], 1_000) == [["b:bob"], []]


async def test_the_streams_of_a_process_that_has_ended_expire(client: PipelinedClient) -> None:
    here, ended, table = await process(client), await process(client), table_id()
    await here.change([RoomChange(table, {"a:anne": ENDS}, [])], 1_000)
    await ended.change([RoomChange(table, {"b:bob": ENDS}, [])], 1_000)
    assert len((await here.names([table], 1_000))[0]) == 2
    assert await here.renew_lease(40_000, KEEP) is False
    assert await here.renew_lease(50_000, KEEP) is True
    assert await here.names([table], 50_000) == [["a:anne"]]


async def test_a_stream_is_not_shown_after_its_end(client: PipelinedClient) -> None:
    presence, table = await process(client), table_id()
    await presence.change([RoomChange(table, {"a:anne": 2_000}, [])], 1_000)
    assert await presence.names([table], 2_000) == [[]]


async def test_changes_of_other_processes_are_announced_once(client: PipelinedClient) -> None:
    here, there, table = await process(client), await process(client), table_id()
    await here.change([RoomChange(table, {"a:anne": ENDS}, [])], 1_000)
    assert await here.announced() == set()
    assert await there.announced() == {table}
    assert await there.announced() == set()


async def test_looking_writes_nothing_and_everything_expires(client: PipelinedClient) -> None:
    presence, table = RedisPresence(client), table_id()
    assert await presence.names([table], 1_000) == [[]]
    assert await presence.announced() == set()
    assert await client.send_once("DBSIZE") == 0
    await presence.renew_lease(1_000, KEEP)
    await presence.change([RoomChange(table, {"a:": ENDS}, [])], 1_000)
    keys = await client.send_once("KEYS", "*")
    assert len(keys) == 3
    for key in keys:
        assert await client.send_once("PTTL", key) > 0
