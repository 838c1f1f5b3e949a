"""Many writers on one table: every command is applied once, and none is lost."""

import asyncio
import multiprocessing
from collections import Counter

import pytest

from application.ports.event_log import Appended, Conflict
from domain.kernel.ids import TableId
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.tables.log import RedisEventLog
from tests.support.servers.processes import PATIENCE
from tests.support.tables.commits import commit, head, table_id

pytestmark = pytest.mark.anyio

WRITERS, COMMANDS = 8, 10


async def write(log: RedisEventLog, table: TableId, name: str) -> None:
    """Append `COMMANDS` events, looking again after every conflict."""
    version = 1
    for n in range(COMMANDS):
        event = f"{name}:{n}".encode()
        while True:
            sent = commit(table, version, head=head(table, version), events=(event,))
            match await log.append(sent):
                case Appended(_, last):
                    version = last
                    break
                case Conflict(entries):
                    version = entries[-1].last


async def write_all(url: str, table: TableId, names: list[str]) -> None:
    clients = [PipelinedClient(url, PATIENCE) for _ in names]
    await asyncio.gather(
        *[
            write(RedisEventLog(client), table, name)
            for client, name in zip(clients, names, strict=True)
        ]
    )
    for client in clients:
        await client.aclose()


def in_another_process(url: str, table: TableId, names: list[str]) -> None:
    asyncio.run(write_all(url, table, names))


async def assert_each_once(log: RedisEventLog, table: TableId, names: list[str]) -> None:
    entries = (await log.read(table))[1:]
    assert [entry.first for entry in entries] == list(range(2, len(entries) + 2))
    applied = Counter(event.decode() for entry in entries for event in entry.events)
    assert applied == Counter(f"{name}:{n}" for name in names for n in range(COMMANDS))
    for name in names:
        own = [
            e.decode()
            for one in entries
            for e in one.events
            if e.startswith(b"%b:" % name.encode())
        ]
        assert own == [f"{name}:{n}" for n in range(COMMANDS)]


async def test_writers_on_connections_of_their_own(
    server: EmbeddedServer, log: RedisEventLog
) -> None:
    table, names = table_id(), [f"w{n}" for n in range(WRITERS)]
    await log.append(commit(table))
    await write_all(server.url, table, names)
    await assert_each_once(log, table, names)


async def test_writers_on_one_pipe(log: RedisEventLog) -> None:
    table, names = table_id(), [f"w{n}" for n in range(WRITERS)]
    await log.append(commit(table))
    await asyncio.gather(*[write(log, table, name) for name in names])
    await assert_each_once(log, table, names)


@pytest.mark.real_server
async def test_writers_in_two_processes(server: EmbeddedServer, log: RedisEventLog) -> None:
    table, ours, theirs = table_id(), ["a", "b"], ["c", "d"]
    await log.append(commit(table))
    spawn = multiprocessing.get_context("spawn")
    other = spawn.Process(target=in_another_process, args=(server.url, table, theirs))
    other.start()
    await write_all(server.url, table, ours)
    await asyncio.to_thread(other.join, 20)
    assert other.exitcode == 0
    await assert_each_once(log, table, ours + theirs)
