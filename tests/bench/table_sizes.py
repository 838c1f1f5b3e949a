"""Bytes of a table in the store, in the archive and in its index: the constants of capacity."""

import asyncio
import tempfile
from pathlib import Path
from random import Random

from domain.kernel.ids import PlayerId
from openapi.load.own_server import own_store
from store import keyspace
from store.archive.segment import read_named
from tests.bench import stored_tables
from tests.bench.histories import player
from tests.bench.result import Result, Show
from tests.support.stores.archiving import Archiving
from tests.support.stores.memory_use import LASTING, memory_of_keys
from tests.support.tables.party import closed_table

SMALL, AT_ONCE, SMALL_GAME = 400, 40, "bug_race"  # tables that make what exists only once
LARGE, SEATS, GAME = 100, 4, "gumball_rally"  # tables that are played to their end


def measure(show: Show) -> list[Result]:
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
    key = keyspace.notices_of(whose)
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


def _has_large(segment: Path) -> bool:
    return read_named(segment.read_bytes(), segment.name)[0].game == GAME
