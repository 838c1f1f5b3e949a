"""Scrub, rebuilds and repair see archived and live tables alike; a flipped byte is found."""

from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from store import keyspace
from store.archive.segment import SegmentBroken, read_all, read_named, read_table
from store.client.base import StoreClient
from store.embedded.server import EmbeddedServer
from tests.support.stores.archiving import Archiving
from tests.support.tables.party import closed_table, finished, started

pytestmark = pytest.mark.anyio


@pytest.fixture
async def archiving(
    server: EmbeddedServer, client: StoreClient, tmp_path: Path
) -> AsyncIterator[Archiving]:
    """Two archived tables, one that is finished and one that is played."""
    one = Archiving(server.url, tmp_path)
    await finished(one.tables)
    await closed_table(one.tables)
    await one.archive()
    await closed_table(one.tables)
    await started(one.tables)
    await one.settle()
    yield one
    await one.aclose()


async def test_archived_and_live_tables_are_sound_alike(archiving: Archiving) -> None:
    seen: list[str] = []
    report = await archiving.scrub().run(seen.append)
    assert (report.tables, len(seen), report.damaged, report.keys) == (4, 4, (), ())


async def test_rebuilds_find_archived_tables_and_change_nothing(archiving: Archiving) -> None:
    position = await archiving.store.table_list.position()
    tables = await archiving.table_list_rebuild().run()
    assert (tables.tables, tables.same, tables.different) == (4, 4, ())
    assert await archiving.store.table_list.position() == position
    boards = await archiving.leaderboard_rebuild().run()
    assert (boards.position, boards.missed, boards.different) == (3, 0, ())
    assert boards.standings == boards.same > 0
    assert (await archiving.scrub().run(len)).sound


async def test_the_index_is_rebuilt_from_footers(archiving: Archiving) -> None:
    archive = archiving.store.archive
    assert archive is not None
    before = {table: archive.indexed(table) for table in archive.indexed_tables()}
    archive.index.clear()
    await archive.rebuild()
    assert {t: archive.indexed(t) for t in archive.indexed_tables()} == before
    assert len(before) == 2


async def test_what_is_derived_from_segments_is_repaired(
    archiving: Archiving, client: StoreClient
) -> None:
    archive = archiving.store.archive
    assert archive is not None
    tombstones = await archive.tombstones()
    for table in tombstones:
        await client.execute("DEL", keyspace.gone(keyspace.partition(table)))
    archive.index.clear()
    report = await archiving.repair().run(len)
    assert report.sound
    assert {each.kind for each in report.repaired} == {"archived tables"}
    assert await archive.tombstones() == tombstones


async def test_every_flipped_byte_of_a_segment_is_found(archiving: Archiving) -> None:
    [path] = archiving.segments()
    content = path.read_bytes()
    assert len(read_named(content, path.name)[1]) == 2
    for place in range(len(content)):
        with pytest.raises(SegmentBroken):
            read_named(_flipped(content, place, 1 << place % 8), path.name)


async def test_no_reader_gets_another_table_for_a_flipped_byte(archiving: Archiving) -> None:
    [path] = archiving.segments()
    content = path.read_bytes()
    footer, [stored, _] = read_named(content, path.name)
    found, one = [], footer.tables[0]
    frame = content[one.offset : one.offset + one.length]
    for place in range(len(frame)):
        with suppress(SegmentBroken):
            found.append(read_table(_flipped(frame, place, 1 << place % 8), None, one.archived))
    assert len(found) < 8  # a bit that is not used, or one that switches the checksum off
    assert all(each == stored for each in found)


async def test_scrub_names_a_segment_with_a_flipped_byte(archiving: Archiving) -> None:
    [path] = archiving.segments()
    content = path.read_bytes()
    path.chmod(0o644)
    path.write_bytes(_flipped(content, Random(7).randrange(len(content)), 1))
    report = await archiving.scrub(quick=True).run(len)
    assert [each.kind for each in report.keys] == ["segment"]
    assert not report.sound
    path.write_bytes(content)
    assert (await archiving.scrub(quick=True).run(len)).sound


def _flipped(content: bytes, place: int, bit: int) -> bytes:
    return content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :]


async def test_a_missing_segment_is_found(archiving: Archiving) -> None:
    [path] = archiving.segments()
    path.unlink()
    report = await archiving.scrub(quick=True).run(len)
    assert [each.kind for each in report.keys] == ["segment"]
    assert len(report.damaged) == 2


def test_what_is_no_segment_is_rejected() -> None:
    for content in (b"", b"LUDOSEG1", b"LUDOSEG1" + bytes(80)):
        with pytest.raises(SegmentBroken):
            read_all(content)
