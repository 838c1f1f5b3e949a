"""The upgrade of a store of 0.3.0: interrupted at any write it goes on, and it refuses the rest."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from redis import Redis

from store import keyspace
from store.client.format import EARLIER, OWN, OtherFormat
from store.connect import Store
from store.embedded.server import EmbeddedServer
from store.opening.factory import open_client
from tests.golden.data_folder.listing import listing, unpack
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.stores.archiving import place_in
from tests.support.stores.servers import running
from workers.composition.upkeep import scrub_of
from workers.upkeep.scrub.report import HISTORY, UNKNOWN, as_text
from workers.upkeep.upgrade import NotUpgraded, Upgrade

pytestmark = pytest.mark.anyio
OLD = "0.3.0"
TABLES = {table.id: table for table in listing(OLD).tables}
WRITES = ("SET", "HSET", "SADD", "SREM", "UNLINK", "INCR", "FCALL")
REPEATED = (keyspace.FORMAT, keyspace.ARCHIVIST)  # written by each run, before it gets on


class Interrupted(Exception):
    """The process has died."""


@pytest.fixture
async def old(tmp_path: Path) -> AsyncIterator[EmbeddedServer]:
    """A store of 0.3.0, with its archive beside it."""
    with running("valkey", unpack(OLD, tmp_path) / "store") as server:
        yield server


@asynccontextmanager
async def opened(server: EmbeddedServer) -> AsyncIterator[Store]:
    client = open_client(server.url, PATIENCE)
    place = place_in(server.directory.parent)
    store = Store(server.url, PATIENCE, client=client, archive=place)
    try:
        yield store
    finally:
        await store.aclose()


async def refusal(server: EmbeddedServer) -> str:
    """Return why the upgrade refuses a store, in which it has changed nothing."""
    with Redis.from_url(server.url) as redis:
        before = dumps(redis)
        async with opened(server) as store:
            with pytest.raises(NotUpgraded) as refused:
                await Upgrade(store, len).run()
        assert dumps(redis) == before
    assert "Nothing was changed." in str(refused.value)
    return str(refused.value)


def dumps(redis: Any) -> dict[bytes, bytes]:
    return {key: redis.dump(key) for key in redis.keys("*")}


def interrupt(store: Store, luck: Random, most: int) -> "list[asyncio.Future[Any]]":
    """Let one of the next writes be the last, which arrives or does not; return what was sent."""
    sent: list[asyncio.Future[Any]] = []
    send, left = store.client.send_once, luck.randint(1, most)

    def send_once(*command: Any) -> "asyncio.Future[Any]":
        nonlocal left
        left -= command[0] in WRITES and command[1] not in REPEATED
        if left < 0 or (left == 0 and luck.random() < 0.5):
            raise Interrupted
        sent.append(send(*command))
        return sent[-1]

    setattr(store.client, "send_once", send_once)  # noqa: B010 - mypy knows no such assignment
    return sent


async def test_an_upgrade_that_is_interrupted_at_any_write_loses_nothing(
    old: EmbeddedServer,
) -> None:
    luck, runs, report = Random(10), 0, None
    while report is None:
        runs += 1
        async with opened(old) as store:
            sent = interrupt(store, luck, most=3 * runs)
            try:
                report = await Upgrade(store, len).run()
            except Interrupted:
                await asyncio.gather(*sent, return_exceptions=True)
        if runs == 5:
            async with opened(old) as store:
                with pytest.raises(OtherFormat, match=r"history/2; .* run `ludotheque upgrade`"):
                    await store.require_format()
    assert runs > 10
    async with opened(old) as store:
        assert await Upgrade(store, len).run() is None
        await store.require_format()
        assert await store.client.execute("GET", keyspace.FORMAT) == OWN
        assert [table async for table in store.scan.tables()] == []
        for table, known in TABLES.items():
            stored = await store.log.load(table)
            assert stored is not None
            assert stored.version == known.version + (known.status in ("open", "running"))
            heads = [each.head for each in stored.entries]
            assert bytes.fromhex(known.head) in heads
        assert store.archive is not None
        places = [
            each.table async for segment in store.archive.segments() for each in segment.tables
        ]
        assert sorted(places) == sorted(TABLES)
        found = await scrub_of(store, quick=True).run(len)
        assert found.sound, as_text(found)


async def test_older_data_is_refused(old: EmbeddedServer) -> None:
    with Redis.from_url(old.url) as redis:
        redis.delete(*keyspace.REGISTRIES)  # 0.2.0 had none
    assert "tables of a release before 0.3" in await refusal(old)


async def test_later_data_is_refused(old: EmbeddedServer) -> None:
    with Redis.from_url(old.url) as redis:
        redis.set(keyspace.FORMAT, "ludotheque/history/4")
    assert "a later release has written" in await refusal(old)


async def test_a_damaged_table_is_refused(old: EmbeddedServer) -> None:
    [table, *_] = [each.id for each in TABLES.values() if not each.archived]
    with Redis.from_url(old.url) as redis:
        redis.hset(keyspace.meta(table), "h", b"\0" * 32)
    assert f"Table {table} is damaged" in await refusal(old)


async def test_a_store_in_use_is_refused(old: EmbeddedServer) -> None:
    async with opened(old) as store, opened(old) as server:

        async def beat() -> None:
            seconds, micros = await server.client.execute("TIME")
            now = int(seconds) * 1000 + int(micros) // 1000
            await server.client.execute("HSET", keyspace.HEARTBEAT.heart, "last", now)

        await beat()
        beating = asyncio.create_task(eventually(beat))
        with pytest.raises(NotUpgraded, match="Stop every server"):
            await Upgrade(store, len).run()
        beating.cancel()
        assert await store.client.execute("EXISTS", keyspace.FORMAT) == 0


async def test_a_server_that_has_just_stopped_is_no_obstacle(old: EmbeddedServer) -> None:
    with Redis.from_url(old.url) as redis:
        redis.hset(keyspace.HEARTBEAT.heart, "last", redis.time()[0] * 1000)
    async with opened(old) as store:
        assert await Upgrade(store, len).run() is not None


async def test_a_store_whose_tables_are_all_archived_is_upgraded_too(old: EmbeddedServer) -> None:
    with Redis.from_url(old.url) as redis:
        redis.delete(*redis.keys("{p*}:table:*"), *keyspace.REGISTRIES)
    async with opened(old) as store:
        with pytest.raises(OtherFormat) as refused:
            await store.require_format()
        assert EARLIER in str(refused.value)
        report = await Upgrade(store, len).run()
        assert report is not None
        assert (report.tables, report.closed) == (0, 0)
        await store.require_format()


async def test_scrub_advises_to_keep_what_looks_like_a_history(old: EmbeddedServer) -> None:
    histories = {
        "{p07}:table:" + "a" * 26 + ":journal",
        "{p07}:game:" + "b" * 26,
        "{archive}:histories",
        "{tables}:events",
    }
    async with opened(old) as store:
        await Upgrade(store, len).run()
        for key in (*histories, "{usage}:whatever"):
            await store.client.execute("SET", key, "of another release")
        found = await scrub_of(store, quick=True).run(len)
        advice = {each.key: each.action for each in found.keys}
        assert advice == {**dict.fromkeys(histories, HISTORY), "{usage}:whatever": UNKNOWN}
        assert "elete" not in HISTORY
