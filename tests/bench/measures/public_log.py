"""CPU time of the writer of the public log at 1,000 commands per second."""

import asyncio
import tempfile
import time
from pathlib import Path

import uvloop

from openapi.load.own_server import own_store
from store.connect import Store
from tests.bench.result import Result, Show, of_rounds
from tests.support.histories.public_log import start_and_close, writer_on
from tests.support.servers.processes import PATIENCE
from tests.support.tables.commits import table_id
from workers.log_writer import SECONDS

COMMANDS = 1_000  # per second
PER_TABLE = 20  # commands: fewer than any game needs, so the log gets more than it will
ROUNDS = 5
MOST = 3.0  # per cent of a core


def measure(show: Show) -> list[Result]:
    with own_store() as server, tempfile.TemporaryDirectory() as folder:
        shares = uvloop.run(_shares(server.url, Path(folder)))
    name = f"public log: its writer at {COMMANDS:,} commands/s, {PER_TABLE} to a table"
    row = of_rounds(name, shares, "% of a core", MOST, "at most")
    show(row.measured)
    return [row]


async def _shares(url: str, folder: Path) -> list[float]:
    """Return the CPU time for one checkpoint, per cent of the time between two."""
    async with await Store(url, PATIENCE, is_api=True).start() as store:
        return [await _round(store, folder) for _ in range(ROUNDS)]


async def _round(store: Store, folder: Path) -> float:
    tables = [table_id() for _ in range(int(COMMANDS / PER_TABLE * SECONDS))]
    parts = [tables[i::50] for i in range(50)]
    await asyncio.gather(*(start_and_close(store.log, part) for part in parts))
    began = time.process_time()
    added = await writer_on(store.client, folder).write()
    spent = time.process_time() - began
    assert added == 2 * len(tables)
    return 100 * spent / SECONDS
