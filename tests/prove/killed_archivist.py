"""Archivists are killed at random instants: no table is lost, and none is there twice."""

import asyncio
import random
import tempfile
from collections import Counter
from pathlib import Path

from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.stored import Stored
from domain.kernel.ids import TableId
from store import keyspace
from tests.prove.proof import Proof, Show
from tests.support.servers.processes import PATIENCE, Program
from tests.support.stores.archiving import Archiving, place_in
from tests.support.stores.servers import running
from tests.support.tables.party import closed_table

BATCH = 6  # tables for each kill
LONGEST = 0.6  # seconds that an archivist works before it is killed
AT_ONCE = {
    "LUDOTHEQUE_ARCHIVE_HOURS": "0",
    "LUDOTHEQUE_SEGMENT_HOURS": "0",
    "LUDOTHEQUE_SEGMENT_TABLES": "4",
    "LUDOTHEQUE_ARCHIVE_PAUSE": "0.01",
    "LUDOTHEQUE_FEED_SECONDS": "0",
}


def attempt(count: int, show: Show) -> str:
    with (
        tempfile.TemporaryDirectory() as directory,
        running("valkey", Path(directory) / "store") as server,
    ):
        return asyncio.run(_killed(count, server.url, Path(directory), show))


async def _killed(count: int, url: str, folder: Path, show: Show) -> str:
    archiving = Archiving(url, folder, seconds=10.0)
    await archiving.store.log.install_functions()
    await archiving.settle()  # or the feeds are trimmed before their groups exist
    place = place_in(folder)
    words = ["workers", "work", "archivist", "--name", "archivist"]
    env = {"LUDOTHEQUE_ARCHIVE": place.url, "LUDOTHEQUE_ARCHIVE_INDEX": place.index_file}
    program = Program(words, url, folder / "archivist.log", **AT_ONCE, **env)
    written: dict[TableId, Stored] = {}
    interrupted = 0
    program.start()
    for n in range(count):
        await _until_leased(archiving)
        await _close_tables(archiving, written)
        if n % 2:  # often between its first segment and the last deletion
            await _until_at_work(archiving, written)
        await asyncio.sleep(random.uniform(0, LONGEST))
        program.kill()
        interrupted += bool(await archiving.store.archive_writer().pending())
        await archiving.store.client.execute("DEL", keyspace.ARCHIVIST)
        program.start()
        if n % 20 == 19:
            show(f"{n + 1} kills, {len(written)} tables")
    await _until_all_archived(archiving, written)
    program.kill()
    await _require_each_once(archiving, written)
    await archiving.aclose()
    return f"{count} kills, {interrupted} amid deletions, {len(written)} tables, each there once"


async def _until_leased(archiving: Archiving) -> None:
    """Wait until the archivist runs: its first act is to take the lease."""
    async with asyncio.timeout(PATIENCE):
        while not await archiving.store.client.execute("EXISTS", keyspace.ARCHIVIST):
            await asyncio.sleep(0.01)


async def _close_tables(archiving: Archiving, written: dict[TableId, Stored]) -> None:
    tables = TableCache(archiving.store.log, RealWorld())
    for _ in range(BATCH):
        table = await closed_table(tables)
        stored = await archiving.store.log.load(table)
        assert stored is not None
        written[table] = stored
    await archiving.settle()


async def _until_at_work(archiving: Archiving, written: dict[TableId, Stored]) -> None:
    """Wait until the archivist has begun to archive the newest tables, or has done so."""
    known = len(await _names(archiving))
    async with asyncio.timeout(PATIENCE):
        while len(await _names(archiving)) == known:
            newest = list(written)[-BATCH:]
            if not any([await archiving.is_live(table) for table in newest]):
                return
            await asyncio.sleep(0.01)


async def _names(archiving: Archiving) -> list[str]:
    assert archiving.store.archive is not None
    return await archiving.store.archive.objects.names()


async def _until_all_archived(archiving: Archiving, written: dict[TableId, Stored]) -> None:
    async with asyncio.timeout(PATIENCE):
        while any([await archiving.is_live(table) for table in written]):
            await asyncio.sleep(0.05)
        while await archiving.store.archive_writer().pending():
            await asyncio.sleep(0.05)


async def _require_each_once(archiving: Archiving, written: dict[TableId, Stored]) -> None:
    archive = archiving.store.archive
    assert archive is not None
    await archive.rebuild()
    held: Counter[TableId] = Counter()
    async for segment in archive.segments():
        assert segment.why is None, segment
        held.update(each.table for each in segment.tables)
    expected = Counter(written.keys())
    assert held == expected, (held - expected, expected - held)
    for table, before in written.items():
        after = await archiving.store.log.load(table)
        assert after is not None, table
        found, wanted = ((each.seed, each.version, each.head) for each in (after, before))
        assert found == wanted, table
    report = await archiving.scrub(quick=True).run(len)
    assert report.sound, report


PROOF = Proof(
    claim="an archivist may be killed at any time: no table is lost, and none is archived twice",
    full=200,
    sample=1,
    attempt=attempt,
)
