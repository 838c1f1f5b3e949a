"""The writer of the public log on a real store: what it appends, it appends once."""

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import pytest

from application.ports.public_log import Place, short_name
from domain.log.entries import Continues, NewKey, encode_entry
from domain.log.note import ED25519, Signer
from domain.log.tiles import encode_bundle
from store import keyspace
from store.client.base import StoreClient
from store.public_log.folder import LogFolder
from store.public_log.queue import RedisLogQueue
from store.tables.log import RedisEventLog
from tests.support.histories import tlog_reader
from tests.support.histories.public_log import (
    KEY,
    closed,
    entries_in,
    require_each_once,
    start_and_close,
    started,
    writer_on,
)
from tests.support.servers.polling import eventually
from tests.support.tables.commits import commit, table_id
from workers.log_writer import LogSetBack

LOG = short_name(KEY.name)
pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]


async def test_what_waits_is_appended_in_order_and_marked(
    client: StoreClient, log: RedisEventLog, tmp_path: Path
) -> None:
    tables = [table_id() for _ in range(5)]
    await start_and_close(log, tables)
    writer = writer_on(client, tmp_path)
    assert await writer.write() == 10
    require_each_once(entries_in(tmp_path), tables)
    queue = RedisLogQueue(client)
    waiting = await queue.waiting()
    assert waiting.items == []
    assert waiting.marked == dict.fromkeys(range(keyspace.PARTITIONS), Place(LOG, 10))
    for table, places in zip(tables, await queue.places(tables), strict=True):
        assert places is not None
        assert entries_in(tmp_path)[places["02"].number] == closed(table)
    assert await writer.write() == 0
    assert LogFolder(tmp_path).size() == 10


async def test_the_oldest_commit_that_waits_is_known(
    client: StoreClient, log: RedisEventLog, tmp_path: Path
) -> None:
    queue = RedisLogQueue(client)
    assert await queue.oldest() is None
    await start_and_close(log, [table_id()])
    first = await queue.oldest()
    assert first is not None
    await asyncio.sleep(0.01)  # the next commit has another millisecond
    await start_and_close(log, [table_id() for _ in range(3)])
    assert await queue.oldest() == first
    await writer_on(client, tmp_path).write()
    assert await queue.oldest() is None


class Killed(BaseException):
    """Stands for SIGKILL: nothing after it runs, except what the system does."""


def killed_after(calls: int, monkeypatch: pytest.MonkeyPatch, client: StoreClient) -> None:
    """Let the writer die at a call of the system or the store."""
    made = 0

    def counted() -> None:
        nonlocal made
        made += 1
        if made > calls:
            raise Killed

    def watch(owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            counted()
            return real(*args, **kwargs)

        monkeypatch.setattr(owner, name, call)

    for name in ("open", "fsync", "replace"):
        watch(os, name)
    for name in ("execute_all", "execute_reachable"):
        watch(client, name)


async def test_a_writer_killed_at_any_call_appends_nothing_twice_and_loses_nothing(
    client: StoreClient, log: RedisEventLog, tmp_path: Path
) -> None:
    tables: list[str] = []
    calls, finished = 0, False
    while not finished:
        tables.append(table_id())
        await start_and_close(log, tables[-1:])
        with pytest.MonkeyPatch.context() as monkeypatch:
            killed_after(calls, monkeypatch, client)
            try:
                await writer_on(client, tmp_path).write()
                finished = True
            except Killed:
                calls += 1
    assert calls > 20
    await writer_on(client, tmp_path).write()
    require_each_once(entries_in(tmp_path), tables)
    assert (await RedisLogQueue(client).waiting()).items == []


async def test_a_table_that_is_not_marked_but_in_the_log_is_marked_not_appended(
    client: StoreClient, log: RedisEventLog, tmp_path: Path
) -> None:
    tables = [table_id() for _ in range(3)]
    await start_and_close(log, tables)
    queue = RedisLogQueue(client)
    items = (await queue.waiting()).items
    folder = LogFolder(tmp_path)
    entries = [entry for each in items for entry in each.entries]
    folder.append(folder.current(KEY.verifier), entries, [KEY])  # and then it was killed
    assert await writer_on(client, tmp_path).write() == 0
    require_each_once(entries_in(tmp_path), tables)
    places = await queue.places(tables)
    assert all(each is not None and set(each) == {"01", "02"} for each in places)


async def test_a_store_that_was_set_back_gets_no_second_entry(
    client: StoreClient, log: RedisEventLog, tmp_path: Path
) -> None:
    table = table_id()
    await start_and_close(log, [table])
    queue = RedisLogQueue(client)
    items = (await queue.waiting()).items
    await writer_on(client, tmp_path).write()
    p = keyspace.partition(table)
    await client.execute("DEL", keyspace.logged_size(p), keyspace.logged(table))
    for each in items:  # the partition is as it was before the writer came
        bundle = encode_bundle(each.entries)
        await client.execute("XADD", keyspace.log_queue(p), "*", "t", table, "e", bundle)
    assert await writer_on(client, tmp_path).write() == 0
    require_each_once(entries_in(tmp_path), [table])


async def test_a_second_closing_of_a_table_is_never_appended(
    client: StoreClient, log: RedisEventLog, tmp_path: Path
) -> None:
    table = table_id()
    await start_and_close(log, [table])
    await writer_on(client, tmp_path).write()
    again = closed(table)._replace(version=9)  # type: ignore[call-arg]
    await log.append(commit(table, 2, log=encode_bundle([encode_entry(again)])))
    assert await writer_on(client, tmp_path).write() == 0
    require_each_once(entries_in(tmp_path), [table])
    assert (await RedisLogQueue(client).waiting()).items == []


async def test_a_folder_that_was_set_back_is_not_continued(
    client: StoreClient, log: RedisEventLog, tmp_path: Path
) -> None:
    await start_and_close(log, [table_id()])
    await writer_on(client, tmp_path / "log").write()
    await start_and_close(log, [table_id()])
    with pytest.raises(LogSetBack):
        await writer_on(client, tmp_path / "older").write()
    assert LogFolder(tmp_path / "older").size() == 0


async def test_one_process_has_the_lease_until_it_ends(client: StoreClient) -> None:
    queue = RedisLogQueue(client)
    assert await queue.lease("first", 60_000)
    assert await queue.lease("first", 60_000)
    assert not await queue.lease("second", 60_000)
    await client.execute("DEL", keyspace.LOG_WRITER)
    assert await queue.lease("second", 60_000)


async def test_a_writer_that_finds_the_folder_locked_writes_nothing(
    client: StoreClient, log: RedisEventLog, tmp_path: Path
) -> None:
    await start_and_close(log, [table_id()])
    with LogFolder(tmp_path).locked():
        assert await writer_on(client, tmp_path).write() == 0
    assert LogFolder(tmp_path).size() == 0
    assert await writer_on(client, tmp_path).write() == 2


async def test_what_a_store_may_still_lose_is_not_logged(
    client: StoreClient, log: RedisEventLog, tmp_path: Path
) -> None:
    await set_everywhere(client, "appendfsync", "everysec")
    try:
        old, young = table_id(), table_id()
        await start_and_close(log, [old])
        bundle = encode_bundle([encode_entry(started(young))])
        future = round((time.time() + 3600) * 1000)  # stays young
        queue = keyspace.log_queue(keyspace.partition(young))
        await client.execute("XADD", queue, f"{future}-0", "t", young, "e", bundle)
        writer, count = writer_on(client, tmp_path), 0
        while count < 2:
            count += await eventually(writer.write)
        require_each_once(entries_in(tmp_path), [old])
    finally:
        await set_everywhere(client, "appendfsync", "no")  # as all tests have it
    assert await writer_on(client, tmp_path).write() == 1
    assert entries_in(tmp_path)[-1] == started(young)


async def set_everywhere(client: StoreClient, name: str, value: str) -> None:
    for server in await client.servers():
        await server.execute("CONFIG", "SET", name, value)


async def test_a_new_key_is_logged_once_and_both_sign_from_then_on(
    client: StoreClient, log: RedisEventLog, tmp_path: Path
) -> None:
    tables, new = [table_id(), table_id()], Signer(KEY.name, ED25519, b"n" * 32)
    await start_and_close(log, tables[:1])
    await writer_on(client, tmp_path).write()
    rotated = writer_on(client, tmp_path, keys=(KEY, new))
    assert await rotated.write() == 1  # nothing else waits
    await start_and_close(log, tables[1:])
    assert await rotated.write() == 2
    raw = LogFolder(tmp_path).checkpoint()
    assert raw is not None
    for key in (KEY, new):
        assert tlog_reader.verified_by(str(key.verifier), raw)
    entries = entries_in(tmp_path, new)
    assert [entry for entry in entries if isinstance(entry, NewKey)] == [NewKey(new.verifier)]
    require_each_once([entry for entry in entries if not isinstance(entry, NewKey)], tables)
    assert await writer_on(client, tmp_path, keys=(new,)).write() == 0  # 30 days later
    places = await RedisLogQueue(client).places(tables)
    for table, each in zip(tables, places, strict=True):
        assert each is not None
        assert entries[each["02"].number] == closed(table)


async def test_a_commit_of_which_one_entry_is_in_the_log_gets_only_the_other(
    client: StoreClient, log: RedisEventLog, tmp_path: Path
) -> None:
    table = table_id()
    both = [encode_entry(started(table)), encode_entry(closed(table))]
    await log.append(commit(table, 0, log=encode_bundle(both)))
    folder = LogFolder(tmp_path)
    folder.append(folder.current(KEY.verifier), both[:1], [KEY])
    assert await writer_on(client, tmp_path).write() == 1
    require_each_once(entries_in(tmp_path), [table])


async def test_a_log_that_continues_another_gets_what_waits_and_nothing_twice(
    client: StoreClient, log: RedisEventLog, tmp_path: Path
) -> None:
    tables = [table_id() for _ in range(3)]
    await start_and_close(log, tables[:2])
    await log.append(commit(tables[2], 0, log=encode_bundle([encode_entry(started(tables[2]))])))
    await writer_on(client, tmp_path / "old").write()
    last = LogFolder(tmp_path / "old").current(KEY.verifier)
    second = Signer("example.org/second", ED25519, b"s" * 32)
    new = LogFolder(tmp_path / "new")
    new.append(new.current(second.verifier), [encode_entry(Continues(last))], [second])
    closing = encode_bundle([encode_entry(closed(tables[2]))])
    await log.append(commit(tables[2], 1, log=closing))
    writer = writer_on(client, tmp_path / "new", keys=(second,))
    assert await writer.write() == 1
    assert entries_in(tmp_path / "new", second) == [Continues(last), closed(tables[2])]
    assert await writer.write() == 0
    [places] = await RedisLogQueue(client).places(tables[2:])
    assert places is not None
    assert places["01"].log == LOG
    assert places["02"] == Place(short_name(second.name), 1)


async def test_a_log_that_does_not_name_all_of_the_former_one_is_not_continued(
    client: StoreClient, log: RedisEventLog, tmp_path: Path
) -> None:
    await start_and_close(log, [table_id()])
    await writer_on(client, tmp_path / "old").write()
    last = LogFolder(tmp_path / "old").current(KEY.verifier)
    second = Signer("example.org/second", ED25519, b"s" * 32)
    new = LogFolder(tmp_path / "new")
    shorter = Continues(last._replace(size=1))
    new.append(new.current(second.verifier), [encode_entry(shorter)], [second])
    with pytest.raises(LogSetBack):
        await writer_on(client, tmp_path / "new", keys=(second,)).write()
