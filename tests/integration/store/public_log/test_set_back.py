"""A store that was restored from an older copy: no table goes on from behind the public log."""

from pathlib import Path

import pytest

from application.table_cache import TableCache
from application.world import RealWorld, new_id
from domain.audit.verify import Report, verify
from domain.log.entries import Closed, Started
from domain.table import state
from domain.table.commands import OpenTable
from store import keyspace
from store.client.base import StoreClient
from store.tables.log import RedisEventLog
from tests.support.histories.log_server import URL, LogServer
from tests.support.histories.public_log import KEY, entries_in, writer_on
from tests.support.histories.verifiers import by_one_file
from tests.support.tables.party import GAME, Party
from workers.verify_log import LogOptions, with_log

pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]


class Table(Party):
    """A table of three in a real store, of which a copy can be made and restored."""

    def __init__(self, client: StoreClient, log: RedisEventLog) -> None:
        tables = TableCache(log, RealWorld())
        super().__init__(tables, "", [new_id(RealWorld()) for _ in range(3)])
        self._client, self._log = client, log
        self._copy: dict[str, bytes | None] = {}

    async def state(self) -> state.Table:
        """Return the table as a process knows it that has just started."""
        self.tables = TableCache(self._log, RealWorld())
        return (await self.tables.find(self.table)).state

    async def is_broken(self) -> bool:
        now = await self.state()
        return isinstance(now, state.Closed) and now.reason == "broken"

    async def copy(self) -> None:
        p = keyspace.partition(self.table)
        shared = (keyspace.logged_size(p), keyspace.logged(self.table))
        for key in (*keyspace.append_keys(self.table), *shared):
            self._copy[key] = await self._client.execute("DUMP", key)

    async def restore(self) -> None:
        for key, dump in self._copy.items():
            await self._client.execute("DEL", key)
            if dump is not None:
                await self._client.execute("RESTORE", key, 0, dump)


def verified_with_log(bundle: bytes, folder: Path) -> Report:
    """Verify with the whole log, of which the second entry is the end of the table."""
    server = LogServer(folder)
    server.proved = 1
    options = LogOptions(URL, str(KEY.verifier), scan=True)
    return with_log(bundle, verify(bundle), options, server.client())


@pytest.fixture
async def table(client: StoreClient, log: RedisEventLog, tmp_path: Path) -> Table:
    """Return a table that has not started, in a store of which a copy was made."""
    table = Table(client, log)
    await table.open(OpenTable(GAME, seats=3, clock=None))
    await table.fill()
    await writer_on(client, tmp_path).write()
    await table.copy()
    return table


async def test_a_table_whose_start_is_lost_is_closed_as_broken_and_says_so(
    table: Table, client: StoreClient, tmp_path: Path
) -> None:
    await table.start()
    await writer_on(client, tmp_path).write()
    await table.restore()
    assert isinstance(await table.state(), state.Open)
    writer = writer_on(client, tmp_path)
    assert await writer.write() == 0
    assert await table.is_broken()
    assert await writer.write() == 1
    start, end = entries_in(tmp_path)
    assert isinstance(start, Started)
    assert isinstance(end, Closed)
    assert (end.table, end.status) == (start.table, "broken")
    bundle = await table.bundle()
    report = verified_with_log(bundle, tmp_path)
    assert report.verdict == "PASS", report.flaw
    assert "an outcome: the table is broken" in report.not_checked
    assert by_one_file(bundle) is None


async def test_a_table_whose_end_is_lost_is_closed_and_has_one_end_in_the_log(
    table: Table, client: StoreClient, tmp_path: Path
) -> None:
    await table.start()
    await writer_on(client, tmp_path).write()
    await table.copy()
    await table.leave()
    await writer_on(client, tmp_path).write()
    await table.restore()
    writer = writer_on(client, tmp_path)
    while await writer.write():
        pass
    assert await table.is_broken()
    await writer.write()
    assert [type(entry) for entry in entries_in(tmp_path)] == [Started, Closed]
    assert verified_with_log(await table.bundle(), tmp_path).verdict == "FAIL"


async def test_a_table_that_has_only_lost_its_mark_is_marked_and_goes_on(
    table: Table, client: StoreClient, tmp_path: Path
) -> None:
    await table.start()
    await writer_on(client, tmp_path).write()
    p = keyspace.partition(table.table)
    await client.execute("DEL", keyspace.logged_size(p), keyspace.logged(table.table))
    writer = writer_on(client, tmp_path)
    assert await writer.write() == 0
    assert isinstance(await table.state(), state.Running)
    await table.leave()
    assert await writer.write() == 1
    assert [type(entry) for entry in entries_in(tmp_path)] == [Started, Closed]


async def test_a_running_writer_notices_that_the_store_was_set_back(
    table: Table, client: StoreClient, tmp_path: Path
) -> None:
    writer = writer_on(client, tmp_path)
    await table.start()
    assert await writer.write() == 1
    assert await writer.write() == 0
    await table.restore()
    await writer.write()
    assert await table.is_broken()
