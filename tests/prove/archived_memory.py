"""The memory that an archived table leaves in the store, over all keys."""

import asyncio
import tempfile
from pathlib import Path

from application.table_cache import TableCache
from application.world import RealWorld
from store import keyspace
from tests.prove.proof import Proof, Show
from tests.support.stores.archiving import Archiving
from tests.support.stores.contents import LASTING, PASSING, memory_of_keys
from tests.support.stores.servers import running
from tests.support.tables.party import closed_table

MOST_BYTES = 64  # per archived table
WARM_UP = 130  # tables at a time
AT_ONCE = 40


def attempt(count: int, show: Show) -> str:
    with (
        tempfile.TemporaryDirectory() as directory,
        running("valkey", Path(directory) / "store") as server,
    ):
        return asyncio.run(_measured(count, server.url, Path(directory), show))


async def _measured(count: int, url: str, folder: Path, show: Show) -> str:
    archiving = Archiving(url, folder, seconds=10.0)
    await archiving.store.log.install_functions()
    await _warm_up(archiving, show)
    before = await memory_of_keys(archiving.store.client)
    await _archive(archiving, count, show)
    after = await memory_of_keys(archiving.store.client)
    await archiving.aclose()
    grown = {kind: (after[kind] - before[kind]) / count for kind in after}
    assert grown[LASTING] <= MOST_BYTES, grown
    return (
        f"{count} archived tables take {grown[LASTING]:.1f} bytes each in the store, all keys"
        f" counted, and {grown[PASSING]:.0f} in notices that expire or are replaced"
    )


async def _warm_up(archiving: Archiving, show: Show) -> None:
    """Make every key that is there once, whatever the number of tables: those of all partitions."""
    client = archiving.store.client
    keys = [keyspace.gone(number) for number in range(keyspace.PARTITIONS)]
    while not all([await client.execute("EXISTS", key) for key in keys]):
        await _archive(archiving, WARM_UP, show)


async def _archive(archiving: Archiving, count: int, show: Show) -> None:
    for made in range(0, count, 1_000):
        tables = TableCache(archiving.store.log, RealWorld(), capacity=AT_ONCE)
        batch = min(1_000, count - made)
        for start in range(0, batch, AT_ONCE):
            some = range(min(AT_ONCE, batch - start))
            await asyncio.gather(*(closed_table(tables) for _ in some))
        assert await archiving.archive() == batch
        show(f"{made + batch} tables archived")


PROOF = Proof(
    claim="an archived table leaves at most 64 bytes in the store",
    full=10_000,
    sample=20,
    attempt=attempt,
)
