"""Archived tables: their audits, their chains, and how late the archivist is."""

import sqlite3
from collections.abc import AsyncIterator
from math import inf
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import asdict

from application.play.audit_stored import Auditor
from application.play.fork import fork
from application.ports.archive import ArchivePlace
from application.ports.feeds import READERS
from application.world import RealWorld, new_id
from domain.audit.bundle import parse
from domain.audit.verify import verify
from domain.games import GAMES
from domain.judging.actors import ByPlayer
from domain.kernel.ids import TableId
from domain.kernel.refusals import Rejected
from domain.table.commands import ForkTable
from store import keyspace
from store.archive.segment import read_named
from store.embedded.server import EmbeddedServer
from tests.golden.data_folder.listing import listing, unpack
from tests.support.servers.archived_api import api_of
from tests.support.stores.archiving import AT_ONCE, Archiving
from tests.support.tables.party import closed_table, finished

pytestmark = pytest.mark.anyio


async def audited(archiving: Archiving, table: TableId) -> dict[str, Any]:
    """Audit a table; return everything but the id and the times of the audit."""
    store, world = archiving.store, RealWorld()
    stored = await store.log.load(table)
    assert stored is not None
    audit = await store.audits.ask(new_id(world), table, world.now(), stored.version)
    assert await Auditor(store.log, store.audits, world).audit(audit)
    found = await store.audits.find(audit)
    assert found is not None
    assert found.report is not None
    assert json.decode(found.report)["under_own"]["same"]
    return {k: v for k, v in asdict(found).items() if k not in ("id", "asked", "touched")}


async def test_an_audit_is_the_same_before_and_after(archiving: Archiving) -> None:
    table = (await finished(archiving.tables)).table
    before = await audited(archiving, table)
    await archiving.archive()
    assert not await archiving.is_live(table)
    assert await audited(archiving, table) == before


async def test_a_history_that_does_not_lead_to_its_head_is_rejected(
    archiving: Archiving, tmp_path: Path
) -> None:
    table = await closed_table(archiving.tables)
    await archiving.archive()
    path = f"/v1/tables/{table}"
    async with api_of(archiving, tmp_path) as http:
        assert (await http.get(f"{path}/history")).status_code == 200
    with sqlite3.connect(tmp_path / "other.sqlite") as index:
        index.execute("update tables set head = zeroblob(32)")
    async with api_of(archiving, tmp_path) as http:
        for each in (f"{path}/history", path):
            answer = await http.get(each)
            assert answer.status_code == 500, each
            assert answer.json()["type"].endswith("history_damaged"), each


@pytest.fixture
async def of_0_3(server: EmbeddedServer, tmp_path: Path) -> AsyncIterator[Archiving]:
    """An empty store with the archive that release 0.3.0 has written, in format 2."""
    folder = unpack("0.3.0", tmp_path / "release")
    place = ArchivePlace(str(folder / "archive"), str(tmp_path / "index.sqlite"))
    archiving = Archiving(server.url, tmp_path, place)
    for number, name in enumerate(listing("0.3.0").segments, 1):
        content = (folder / "archive" / "segments" / name).read_bytes()
        client = archiving.store.client
        await client.execute("HSET", keyspace.ARCHIVE_CATALOGUE, number, name)
        await client.execute("HSET", keyspace.ARCHIVE_NUMBERS, name, number)
        for each in read_named(content, name)[0].tables:
            gone = keyspace.gone(keyspace.partition(each.archived.table))
            await client.execute("HSET", gone, each.archived.table, number)
    yield archiving
    await archiving.aclose()


async def test_tables_that_0_3_has_archived_are_served_and_judged_in_their_format(
    of_0_3: Archiving, tmp_path: Path
) -> None:
    tables = [each for each in listing("0.3.0").tables if each.what == "archived"]
    assert len(tables) == len(GAMES)
    async with api_of(of_0_3, tmp_path) as http:
        for told in tables:
            path = f"/v1/tables/{told.id}"
            ndjson = {"Accept": "application/x-ndjson"}
            content = (await http.get(f"{path}/history", headers=ndjson)).content
            report = verify(content)
            verdict = "PASS" if told.game == "bug_race" else "UNKNOWN_RULES"  # of an ended edition
            assert (report.verdict, report.head) == (verdict, told.head)
            assert parse(content).header.format == "ludotheque/history/2"
            page = (await http.get(f"{path}/events?after={told.version - 1}")).json()
            if told.game == "bug_race":
                [last] = page["events"]
                assert last["head"] == (await http.get(path)).json()["head"] == told.head
                assert (await audited(of_0_3, told.id))["report"] is not None
            else:
                assert page["type"].endswith("unknown_rules")
            command = ForkTable(told.id, told.version - 1)
            with pytest.raises(Rejected, match=r"cannot_fork|unknown_rules"):
                await fork(of_0_3.tables, ByPlayer("a" * 26), command)


async def test_the_archivist_notes_when_all_that_was_due_is_archived(archiving: Archiving) -> None:
    archive, world = archiving.store.archive, RealWorld()
    assert archive is not None
    assert await archive.lateness(world.now()) == inf
    await closed_table(archiving.tables)
    await archiving.settle()
    began = world.now()
    assert await archiving.archivist().step() == 1
    assert 0 <= await archive.lateness(began + 60_000) <= 60


async def test_lists_leave_out_a_segment_that_is_missing(
    archiving: Archiving, tmp_path: Path
) -> None:
    await closed_table(archiving.tables)
    await archiving.archive()
    live = await closed_table(archiving.tables)
    await archiving.settle()
    for path in archiving.segments():
        path.unlink()
    async with api_of(archiving, tmp_path) as http:
        rows = (await http.get("/v1/tables")).json()["tables"]
        assert [row["id"] for row in rows] == [live]
        metrics = (await http.get("/metrics")).text
    assert "ludotheque_archive_lateness_seconds" in metrics


async def test_commits_stay_in_the_feeds_after_their_table_is_archived(
    archiving: Archiving,
) -> None:
    """A reader that begins anew changes nothing, and scrub knows them."""
    week = AT_ONCE._replace(feed_ms=7 * 24 * 3_600_000)
    party = await finished(archiving.tables)
    assert await archiving.archive(week) == 1
    store = archiving.store
    assert await store.client.execute("XLEN", keyspace.feed(keyspace.partition(party.table)))
    assert (await archiving.scrub().run(len)).sound
    for reader in READERS:
        await store.client.execute("DEL", keyspace.positions(reader))
    again = Archiving(store._url, Path(archiving.place.index_file).parent)
    await again.settle()
    assert await store.feed_trim.unsettled() == set()
    assert await store.table_list.places([party.table]) == [None]
    assert await store.leaderboard.places([party.table]) == [1]
    assert (await archiving.scrub().run(len)).sound
    await again.aclose()
