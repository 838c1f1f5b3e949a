"""A public log on a real store: commits that wait for it, its writer, and what it holds."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from application.table_cache import TableCache
from application.world import RealWorld
from domain.kernel.ids import TableId
from domain.log.entries import Closed, Entry, Started, decode_entry, encode_entry, table_name
from domain.log.note import ED25519, Signer
from domain.log.tiles import encode_bundle, parse_path
from store.client.base import StoreClient
from store.public_log.folder import LogFolder
from store.public_log.queue import RedisLogQueue
from store.tables.log import RedisEventLog
from store.tables.table_registry import RegistryScan
from tests.support.histories import tlog_reader
from tests.support.tables.commits import commit, head
from workers.log_recovery import LogRecovery
from workers.log_writer import SECONDS, LogWriting

KEY = Signer("example.org/log", ED25519, b"k" * 32)


def writer_on(
    client: StoreClient,
    folder: Path,
    name: str = "writer",
    keys: Sequence[Signer] = (KEY,),
    seconds: float = SECONDS,
) -> LogWriting:
    queue, log = RedisLogQueue(client), RedisEventLog(client)
    recovery = LogRecovery(TableCache(log, RealWorld()), RegistryScan(client), queue)
    return LogWriting(name, queue, LogFolder(folder), lambda: keys, recovery, None, seconds)


def started(table: TableId) -> Entry:
    return Started(table_name(table), 1, head(table, 1))


def closed(table: TableId) -> Entry:
    return Closed(table_name(table), 2, head(table, 2), "finished")


async def start_and_close(log: RedisEventLog, tables: Sequence[TableId]) -> None:
    """Store a starting and a closing commit for each table."""
    for table in tables:
        for expected, entry in enumerate((started(table), closed(table))):
            await log.append(commit(table, expected, log=encode_bundle([encode_entry(entry)])))


def fetch_from(folder: LogFolder) -> tlog_reader.Fetch:
    def fetch(path: str) -> bytes:
        if path == "checkpoint":
            return folder.checkpoint() or b""
        return folder.read_tile(parse_path(path.removeprefix("tile/")))

    return fetch


def entries_in(folder: Path, key: Signer = KEY) -> list[Entry]:
    """Return every entry of a log, after an independent reader has checked all of it."""
    checked = tlog_reader.Checked(fetch_from(LogFolder(folder)), str(key.verifier))
    return [decode_entry(entry) for entry in checked.entries]


def require_each_once(entries: Sequence[Entry], tables: Sequence[TableId]) -> None:
    """Assert that every table is started once and then closed once, and nothing else is there."""
    wanted = [entry for table in tables for entry in (started(table), closed(table))]
    assert Counter(entries) == Counter(wanted)
    places = {entry: place for place, entry in enumerate(entries)}
    for table in tables:
        assert places[started(table)] < places[closed(table)]
