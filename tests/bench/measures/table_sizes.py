"""Bytes of tables in the store, on its disk, in the archive and in its index."""

import asyncio
import tempfile
from pathlib import Path
from random import Random

import uvloop

from application.table_cache import TableCache
from application.world import RealWorld
from domain.kernel.ids import PlayerId
from openapi.load.own_server import own_store
from store.archive.segment import read_named
from store.connect import Store
from store.lists import list_keys
from tests.bench.result import Result, Show
from tests.bench.servers import stored_tables
from tests.bench.servers.histories import player
from tests.support.servers.processes import PATIENCE
from tests.support.stores.archiving import Archiving
from tests.support.stores.contents import LASTING, memory_of_keys
from tests.support.tables.party import closed_table

SMALL, AT_ONCE, SMALL_GAME = 400, 40, "bug_race"  # tables that make what exists only once
LARGE, SEATS, GAME = 100, 4, "gumball_rally"  # tables that are played to their end


TABLES, FEW_SEATS = 40, 3
TARGET = 1_024


def measure(show: Show) -> list[Result]:
    """Measure the constants of capacity."""
    with own_store() as server, tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(server.url, Path(folder), show))


async def _measure(url: str, folder: Path, show: Show) -> list[Result]:
    archiving = Archiving(url, folder, seconds=10.0)
    await archiving.store.log.install_functions()
    await _small(archiving)
    before = await _memory(archiving)
    show(f"{SMALL} small tables; now {LARGE} of {GAME}")
    events = await _large(archiving)
    after = await _memory(archiving)
    notices = [await _notices(archiving, player(seat)) for seat in range(SEATS)]
    await archiving.archive()
    packed = sum(path.stat().st_size for path in archiving.segments() if _has_large(path))
    index = Path(archiving.place.index_file).stat().st_size
    await archiving.aclose()
    return [
        Result("sizes: store, per event of a live table", (after - before) / events, "bytes"),
        Result("  store, notices of a player who plays all day", max(notices), "bytes"),
        Result("  archive, per event", packed / events, "bytes"),
        Result("  index, per archived table", index / (SMALL + LARGE), "bytes"),
    ]


async def _memory(archiving: Archiving) -> int:
    """Return the memory of all keys that last, when all workers have processed all tables."""
    await archiving.settle()
    return (await memory_of_keys(archiving.store.client))[LASTING]


async def _notices(archiving: Archiving, whose: PlayerId) -> int:
    """Return the memory of the notices of a player, who has had more than are kept."""
    key = list_keys.notices_of(whose)
    return int(await archiving.store.client.execute("MEMORY", "USAGE", key, "SAMPLES", 0))


async def _small(archiving: Archiving) -> None:
    for _ in range(0, SMALL, AT_ONCE):
        some = (closed_table(archiving.tables, SMALL_GAME) for _ in range(AT_ONCE))
        await asyncio.gather(*some)


async def _large(archiving: Archiving) -> int:
    """Play some tables to their end; return how many events they have."""
    events, rng = 0, Random(1)
    for _ in range(LARGE):
        events += (await stored_tables.finished(archiving.tables, SEATS, rng, GAME)).version
    return events


def measure_events(show: Show) -> list[Result]:
    """Measure bytes per event, in memory and on disk, of finished tables with all their keys."""
    with own_store() as server:
        events, memory, disk = uvloop.run(_sizes(server.url))
    show(f"{events:,} events of {TABLES} tables")
    return [
        Result("store: memory per event, all keys", memory / events, "bytes", TARGET, "at most"),
        Result("  append-only file per event", disk / events, "bytes"),
    ]


async def _sizes(url: str) -> tuple[int, int, int]:
    """Return the events of some finished tables, and the bytes they take in memory and on disk."""
    async with await Store(url, PATIENCE, is_api=True).start() as store:
        tables, rng = TableCache(store.log, RealWorld()), Random(1)
        await stored_tables.finished(tables, FEW_SEATS, rng)  # makes what exists only once
        before = await _used_bytes(store)
        played = (stored_tables.finished(tables, FEW_SEATS, rng) for _ in range(TABLES))
        events = sum(live.version for live in await asyncio.gather(*played))
        after = await _used_bytes(store)
    return events, after[0] - before[0], after[1] - before[1]


async def _used_bytes(store: Store) -> tuple[int, int]:
    memory, disk = await store.client.execute_all([("INFO", "memory"), ("INFO", "persistence")])
    return _info_number(memory, "used_memory"), _info_number(disk, "aof_current_size")


def _info_number(info: bytes, name: str) -> int:
    fields = dict(line.split(":", 1) for line in info.decode().splitlines() if ":" in line)
    return int(fields[name])


def _has_large(segment: Path) -> bool:
    return read_named(segment.read_bytes(), segment.name)[0].game == GAME
