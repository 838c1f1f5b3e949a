"""Log writers are killed while they write: the log never forks, and has every entry once."""

import asyncio
import random
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from domain.log.checkpoint import Checkpoint
from domain.log.merkle import check_consistency
from store import keyspace
from store.client.base import StoreClient
from store.opening.factory import open_client
from store.public_log.folder import LogFolder
from store.public_log.identity import open_identity
from store.public_log.queue import RedisLogQueue
from store.tables.log import RedisEventLog
from tests.prove.proof import Proof, Show
from tests.support.histories.public_log import entries_in, require_each_once, start_and_close
from tests.support.servers.processes import PATIENCE, Program, working
from tests.support.stores.cluster import clustered
from tests.support.stores.servers import running
from tests.support.tables.commits import table_id

SECONDS = 0.02  # between two checkpoints: a writer writes most of the time
ORIGIN = "example.org/log"


class Urls(NamedTuple):
    store: str
    queue: str


def attempt(count: int, show: Show) -> str:
    """Kill on one store, and then as often on a cluster."""
    figures = []
    for name, kills in (("one store", count - count // 2), ("a cluster", count // 2)):
        with tempfile.TemporaryDirectory() as directory, _store(name, Path(directory)) as urls:
            entries = asyncio.run(_killed(kills, Path(directory), urls, show))
        figures.append(f"{kills} kills on {name}, {entries} entries")
    return "; ".join(figures) + "; every checkpoint consistent, no entry twice"


@contextmanager
def _store(name: str, directory: Path) -> Iterator[Urls]:
    with running("valkey", directory / "store") as server:
        if name == "one store":
            yield Urls(server.url, server.queue_url)
        else:
            with clustered("valkey", directory / "cluster") as cluster:
                yield Urls(cluster.url, server.queue_url)


async def _killed(count: int, directory: Path, urls: Urls, show: Show) -> int:
    folder, tables = directory / "log", list[str]()
    key = open_identity(folder / "keys", ORIGIN).log
    seen = [LogFolder(folder).current(key.verifier)]
    client = open_client(urls.store, 10.0)
    with ExitStack() as stack:
        writers = [stack.enter_context(_writer(directory, urls)) for _ in range(2)]
        for n in range(count):
            await _holder(client, writers)
            await _until_written(folder, RedisEventLog(client), tables)
            await asyncio.sleep(random.uniform(0, 2 * SECONDS))
            killed = await _holder(client, writers)
            killed.kill()
            seen.append(LogFolder(folder).current(key.verifier))
            killed.start()
            if n % 20 == 19:
                show(f"{n + 1} kills, {seen[-1].size} entries")
        await _until_empty(client)
    await client.aclose()
    require_each_once(entries_in(folder, key), tables)
    _require_consistent(folder, [*seen, LogFolder(folder).current(key.verifier)])
    return 2 * len(tables)


@contextmanager
def _writer(directory: Path, urls: Urls) -> Iterator[Program]:
    settings = {
        "LUDOTHEQUE_QUEUE_URL": urls.queue,
        "LUDOTHEQUE_PUBLIC_LOG": str(directory / "log"),
        "LUDOTHEQUE_PUBLIC_LOG_SECONDS": f"{SECONDS}",
    }
    with working("log", urls.store, directory, **settings) as writer:
        yield writer


async def _until_written(folder: Path, log: RedisEventLog, tables: list[str]) -> None:
    """Start and close tables until a checkpoint counts more than before."""
    before = LogFolder(folder).size()
    async with asyncio.timeout(PATIENCE):
        while LogFolder(folder).size() == before:
            tables.append(table_id())
            await start_and_close(log, tables[-1:])


async def _holder(client: StoreClient, writers: list[Program]) -> Program:
    """Return the writer that has the lease; names of writers end with their process id."""
    async with asyncio.timeout(PATIENCE):
        while True:
            name = await client.execute("GET", keyspace.LOG_WRITER)
            for each in writers:
                if name is not None and name.decode().endswith(f"-{each.pid}"):
                    return each
            await asyncio.sleep(SECONDS)


async def _until_empty(client: StoreClient) -> None:
    queue = RedisLogQueue(client)
    async with asyncio.timeout(PATIENCE):
        while (await queue.waiting()).items:
            await asyncio.sleep(SECONDS)


def _require_consistent(folder: Path, seen: list[Checkpoint]) -> None:
    for old, new in pairwise(seen):
        proof = LogFolder(folder).tree(new.size).consistency(old.size)
        check_consistency(old.size, old.root, new.size, new.root, proof)


PROOF = Proof(
    claim="a log writer may be killed at any time: the log never forks, and has every entry once",
    full=200,
    sample=2,
    attempt=attempt,
)
