"""The memory that an archived table leaves in the store, over all keys."""

import asyncio
import tempfile
from collections import Counter
from pathlib import Path

from application.table_cache import TableCache
from application.world import RealWorld
from store import keyspace
from store.client.base import StoreClient
from tests.prove.proof import Proof, Show
from tests.support.archiving import Archiving
from tests.support.closed_tables import closed_table
from tests.support.store_servers import running

MOST_BYTES = 64  # per archived table
WARM_UP = 130  # tables that make every key that is there once, whatever the number of tables
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
    await _archive(archiving, WARM_UP, show)
    before = await _memory(archiving.store.client)
    await _archive(archiving, count, show)
    after = await _memory(archiving.store.client)
    await archiving.aclose()
    grown = {kind: (after[kind] - before[kind]) / count for kind in after}
    assert grown["for ever"] <= MOST_BYTES, grown
    return (
        f"{count} archived tables take {grown['for ever']:.1f} bytes each in the store, all keys"
        f" counted, and {grown['for a day']:.0f} in notices that expire or are replaced"
    )


async def _archive(archiving: Archiving, count: int, show: Show) -> None:
    for made in range(0, count, 1_000):
        tables = TableCache(archiving.store.log, RealWorld(), capacity=AT_ONCE)
        batch = min(1_000, count - made)
        for start in range(0, batch, AT_ONCE):
            some = range(min(AT_ONCE, batch - start))
            await asyncio.gather(*(closed_table(tables) for _ in some))
        assert await archiving.archive() == batch
        show(f"{made + batch} tables archived")


async def _memory(client: StoreClient) -> Counter[str]:
    """Return the memory of all keys; streams are counted with their empty nodes.

    Keys with a time to live, and the stream of all notices, which has a bounded length, pass away.
    """
    [server] = await client.servers()
    keys = await server.execute("KEYS", "*")
    usage = await server.execute_all([("MEMORY", "USAGE", key, "SAMPLES", 0) for key in keys])
    left = await server.execute_all([("TTL", key) for key in keys])
    found = Counter({"for ever": 0, "for a day": 0})
    for key, used, seconds in zip(keys, usage, left, strict=True):
        passes = seconds >= 0 or key == keyspace.NOTICES.encode()
        found["for a day" if passes else "for ever"] += used or 0
    return found


PROOF = Proof(
    claim="an archived table leaves at most 64 bytes in the store",
    full=10_000,
    sample=130,
    attempt=attempt,
)
