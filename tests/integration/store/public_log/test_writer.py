"""The writer of the public log on a real store: what it appends, it appends once."""

import asyncio
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from application.ports.public_log import Place, short_name
from domain.kernel.ids import TableId
from domain.log.entries import Continues, Entry, NewKey, encode_entry
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
from tests.support.servers.processes import eventually
from tests.support.tables.commits import commit, table_id
from workers.log_writer import LogSetBack, LogWriting

LOG = short_name(KEY.name)
SECOND = Signer("example.org/second", ED25519, b"s" * 32)
pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]


class Scene(NamedTuple):
    """A real store with commits that wait for the log, and the folder of the log."""

    client: StoreClient
    log: RedisEventLog
    folder: Path
    queue: RedisLogQueue

    async def play(self, count: int = 1) -> list[TableId]:
        """Start and close so many tables."""
        tables = [table_id() for _ in range(count)]
        await start_and_close(self.log, tables)
        return tables

    async def append(self, table: TableId, expected: int, *entries: Entry) -> None:
        bundle = encode_bundle([encode_entry(each) for each in entries])
        await self.log.append(commit(table, expected, log=bundle))

    def writer(self, folder: str = ".", keys: Sequence[Signer] = (KEY,)) -> LogWriting:
        return writer_on(self.client, self.folder / folder, keys=keys)

    def continued(self, size: int | None = None) -> Continues:
        """Begin the log `new` after the end of `old`, or after another size; return its entry."""
        last = LogFolder(self.folder / "old").current(KEY.verifier)
        entry = Continues(last if size is None else last._replace(size=size))
        new = LogFolder(self.folder / "new")
        new.append(new.current(SECOND.verifier), [encode_entry(entry)], [SECOND])
        return entry


@pytest.fixture
def scene(client: StoreClient, log: RedisEventLog, tmp_path: Path) -> Scene:
    return Scene(client, log, tmp_path, RedisLogQueue(client))


async def test_what_waits_is_appended_in_order_and_marked(scene: Scene) -> None:
    tables = await scene.play(5)
    writer = scene.writer()
    assert await writer.write() == 10
    require_each_once(entries_in(scene.folder), tables)
    waiting = await scene.queue.waiting()
    assert waiting.items == []
    assert waiting.marked == dict.fromkeys(range(keyspace.PARTITIONS), Place(LOG, 10))
    for table, places in zip(tables, await scene.queue.places(tables), strict=True):
        assert places is not None
        assert entries_in(scene.folder)[places["02"].number] == closed(table)
    assert await writer.write() == 0
    assert LogFolder(scene.folder).size() == 10


async def test_the_oldest_commit_that_waits_is_known(scene: Scene) -> None:
    assert await scene.queue.oldest() is None
    await scene.play()
    first = await scene.queue.oldest()
    assert first is not None
    await asyncio.sleep(0.01)  # the next commit has another millisecond
    await scene.play(3)
    assert await scene.queue.oldest() == first
    await scene.writer().write()
    assert await scene.queue.oldest() is None


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


async def test_a_writer_killed_at_any_call_appends_each_entry_once(scene: Scene) -> None:
    tables: list[str] = []
    calls, finished = 0, False
    while not finished:
        tables += await scene.play()
        with pytest.MonkeyPatch.context() as monkeypatch:
            killed_after(calls, monkeypatch, scene.client)
            try:
                await scene.writer().write()
                finished = True
            except Killed:
                calls += 1
    assert calls > 20
    await scene.writer().write()
    require_each_once(entries_in(scene.folder), tables)
    assert (await scene.queue.waiting()).items == []


async def test_a_table_in_the_log_that_lacks_its_mark_is_only_marked(scene: Scene) -> None:
    tables = await scene.play(3)
    items = (await scene.queue.waiting()).items
    folder = LogFolder(scene.folder)
    entries = [entry for each in items for entry in each.entries]
    folder.append(folder.current(KEY.verifier), entries, [KEY])  # and then it was killed
    assert await scene.writer().write() == 0
    require_each_once(entries_in(scene.folder), tables)
    places = await scene.queue.places(tables)
    assert all(each is not None and set(each) == {"01", "02"} for each in places)


async def test_a_store_that_was_set_back_gets_no_second_entry(scene: Scene) -> None:
    [table] = await scene.play()
    items = (await scene.queue.waiting()).items
    await scene.writer().write()
    p = keyspace.partition(table)
    await scene.client.execute("DEL", keyspace.logged_size(p), keyspace.logged(table))
    for each in items:  # the partition is as it was before the writer came
        bundle = encode_bundle(each.entries)
        await scene.client.execute("XADD", keyspace.log_queue(p), "*", "t", table, "e", bundle)
    assert await scene.writer().write() == 0
    require_each_once(entries_in(scene.folder), [table])


async def test_a_second_closing_of_a_table_is_never_appended(scene: Scene) -> None:
    [table] = await scene.play()
    await scene.writer().write()
    again = closed(table)._replace(version=9)  # type: ignore[call-arg]
    await scene.append(table, 2, again)
    assert await scene.writer().write() == 0
    require_each_once(entries_in(scene.folder), [table])
    assert (await scene.queue.waiting()).items == []


async def test_a_folder_that_was_set_back_is_not_continued(scene: Scene) -> None:
    await scene.play()
    await scene.writer("log").write()
    await scene.play()
    with pytest.raises(LogSetBack):
        await scene.writer("older").write()
    assert LogFolder(scene.folder / "older").size() == 0


async def test_one_process_has_the_lease_until_it_ends(scene: Scene) -> None:
    assert await scene.queue.lease("first", 60_000)
    assert await scene.queue.lease("first", 60_000)
    assert not await scene.queue.lease("second", 60_000)
    await scene.client.execute("DEL", keyspace.LOG_WRITER)
    assert await scene.queue.lease("second", 60_000)


async def test_a_writer_that_finds_the_folder_locked_writes_nothing(scene: Scene) -> None:
    await scene.play()
    with LogFolder(scene.folder).locked():
        assert await scene.writer().write() == 0
    assert LogFolder(scene.folder).size() == 0
    assert await scene.writer().write() == 2


async def test_what_a_store_may_still_lose_is_not_logged(scene: Scene) -> None:
    await set_everywhere(scene.client, "appendfsync", "everysec")
    try:
        [old], young = await scene.play(), table_id()
        bundle = encode_bundle([encode_entry(started(young))])
        future = round((time.time() + 3600) * 1000)  # stays young
        queue = keyspace.log_queue(keyspace.partition(young))
        await scene.client.execute("XADD", queue, f"{future}-0", "t", young, "e", bundle)
        writer, count = scene.writer(), 0
        while count < 2:
            count += await eventually(writer.write)
        require_each_once(entries_in(scene.folder), [old])
    finally:
        await set_everywhere(scene.client, "appendfsync", "no")  # as all tests have it
    assert await scene.writer().write() == 1
    assert entries_in(scene.folder)[-1] == started(young)


async def set_everywhere(client: StoreClient, name: str, value: str) -> None:
    for server in await client.servers():
        await server.execute("CONFIG", "SET", name, value)


async def test_a_new_key_is_logged_once_and_both_sign_from_then_on(scene: Scene) -> None:
    tables, new = await scene.play(), Signer(KEY.name, ED25519, b"n" * 32)
    await scene.writer().write()
    rotated = scene.writer(keys=(KEY, new))
    assert await rotated.write() == 1  # nothing else waits
    tables += await scene.play()
    assert await rotated.write() == 2
    raw = LogFolder(scene.folder).checkpoint()
    assert raw is not None
    for key in (KEY, new):
        assert tlog_reader.verified_by(str(key.verifier), raw)
    entries = entries_in(scene.folder, new)
    assert [entry for entry in entries if isinstance(entry, NewKey)] == [NewKey(new.verifier)]
    require_each_once([entry for entry in entries if not isinstance(entry, NewKey)], tables)
    assert await scene.writer(keys=(new,)).write() == 0  # 30 days later
    places = await scene.queue.places(tables)
    for table, each in zip(tables, places, strict=True):
        assert each is not None
        assert entries[each["02"].number] == closed(table)


async def test_a_commit_of_which_one_entry_is_in_the_log_gets_only_the_other(scene: Scene) -> None:
    table = table_id()
    await scene.append(table, 0, started(table), closed(table))
    folder = LogFolder(scene.folder)
    folder.append(folder.current(KEY.verifier), [encode_entry(started(table))], [KEY])
    assert await scene.writer().write() == 1
    require_each_once(entries_in(scene.folder), [table])


async def test_a_log_that_continues_another_gets_what_waits_and_nothing_twice(scene: Scene) -> None:
    await scene.play(2)
    table = table_id()
    await scene.append(table, 0, started(table))
    await scene.writer("old").write()
    entry = scene.continued()
    await scene.append(table, 1, closed(table))
    writer = scene.writer("new", keys=(SECOND,))
    assert await writer.write() == 1
    assert entries_in(scene.folder / "new", SECOND) == [entry, closed(table)]
    assert await writer.write() == 0
    [places] = await scene.queue.places([table])
    assert places is not None
    assert places["01"].log == LOG
    assert places["02"] == Place(short_name(SECOND.name), 1)


async def test_a_log_that_names_only_a_part_of_the_former_one_is_not_continued(
    scene: Scene,
) -> None:
    await scene.play()
    await scene.writer("old").write()
    scene.continued(size=1)
    with pytest.raises(LogSetBack):
        await scene.writer("new", keys=(SECOND,)).write()
