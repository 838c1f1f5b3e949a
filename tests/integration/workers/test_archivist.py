"""The archivist moves closed tables out of the store; nobody who asks for them can tell."""

from collections.abc import AsyncIterator
from errno import ENOSPC
from pathlib import Path
from typing import Any

import httpx
import pytest

from application.play.fork import fork
from domain.judging.actors import ByPlayer
from domain.kernel.ids import TableId
from domain.table.commands import ForkTable
from store import keyspace
from store.client.base import StoreClient
from tests.support.servers.archived_api import api_of, register
from tests.support.stores.archiving import AT_ONCE, Archiving
from tests.support.tables.party import Party, closed_table, finished, seated, started
from workers.archivist import Archivist

pytestmark = pytest.mark.anyio
COMPARED = ("ETag", "Content-Type", "Cache-Control", "Link")


@pytest.fixture
async def http(archiving: Archiving, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with api_of(archiving, tmp_path) as client:
        yield client


def paths_of(party: Party, version: int, head: str) -> list[str]:
    path, player = f"/v1/tables/{party.table}", party.players[0]
    return [
        path,
        f"{path}?at={version // 2}",
        f"{path}?at={version // 2}&seat=1",
        f"{path}?seat=1",
        f"{path}?head={version}:{head}",
        f"{path}/events?after=3&limit=40",
        f"{path}/events?after={version}",
        f"{path}/history",
        f"{path}/views?from=20&to=40",
        f"{path}/actions?seat=0",
        f"{path}/receipt",
        f"{path}/receipt?of=start",
        "/v1/tables?limit=2",
        "/v1/tables?status=finished",
        "/v1/tables?game=gumball_rally&status=finished&limit=1",
        f"/v1/tables?player={player}",
        "/v1/tables?mine=true",
        f"/v1/players/{player}",
        "/v1/players/me",
        "/v1/games/gumball_rally/leaderboard",
        f"/v1/tables?min_version={party.table}:{version}",
    ]


def content_of(answer: httpx.Response) -> tuple[Any, ...]:
    return (answer.status_code, answer.content, *(answer.headers.get(name) for name in COMPARED))


async def test_every_answer_is_the_same_before_and_after(
    archiving: Archiving, http: httpx.AsyncClient
) -> None:
    parties = [await finished(archiving.tables) for _ in range(3)]
    running, private = await started(archiving.tables), await seated(archiving.tables, private=True)
    await archiving.settle()
    party, headers = parties[0], await register(archiving, parties[0])
    live = await party.live()
    paths = paths_of(party, live.version, live.head.hex())
    before = [await http.get(path, headers=headers) for path in paths]
    assert {
        path: str(answer)
        for path, answer in zip(paths, before, strict=True)
        if not answer.is_success
    } == {}
    assert await archiving.archive() == 3
    for each in parties:
        assert not await archiving.is_live(each.table)
    for each in (running, private):
        assert await archiving.is_live(each.table)
    for path, earlier in zip(paths, before, strict=True):
        answer = await http.get(path, headers=headers)
        assert content_of(answer) == content_of(earlier), path
        read_version = earlier.headers.get("Read-Version")
        if read_version is not None:
            assert int(answer.headers["Read-Version"]) >= int(read_version)
    assert before[0].json()["status"] == "finished"
    pages = await http.get("/v1/tables?limit=2", headers=headers)
    assert len(pages.json()["tables"]) == 2


async def test_a_list_is_paged_over_both(archiving: Archiving, http: httpx.AsyncClient) -> None:
    expected = [(await finished(archiving.tables)).table for _ in range(2)]
    expected.append((await started(archiving.tables)).table)
    await archiving.archive()
    expected += [(await finished(archiving.tables)).table, (await started(archiving.tables)).table]
    await archiving.settle()
    found: list[TableId] = []
    path = "/v1/tables?limit=2"
    while path:
        page = (await http.get(path)).json()
        found += [row["id"] for row in page["tables"]]
        path = f"/v1/tables?limit=2&cursor={page['next']}" if page["next"] else ""
    assert found == expected[::-1]


async def test_an_archived_table_can_be_forked_and_takes_no_command(
    archiving: Archiving, http: httpx.AsyncClient
) -> None:
    party = await finished(archiving.tables)
    version, headers = (await party.live()).version, await register(archiving, party)
    command = ForkTable(party.table, _fork_point(await party.history()))
    before = await fork(archiving.tables, ByPlayer(party.players[0]), command)
    await archiving.archive()
    assert not await archiving.is_live(party.table)
    other = Archiving(archiving.store._url, Path(archiving.place.index_file).parent)
    after = await fork(other.tables, ByPlayer(party.players[0]), command)
    assert after.version == before.version
    parent = await archiving.store.log.read(party.table, limit=command.version)
    copied = await archiving.store.log.read(after.table, limit=command.version)
    events = [event for entry in copied for event in entry.events]
    assert events[:-1] == [event for entry in parent for event in entry.events]
    moved = {"type": "gumball_rally.play", "card": "R-red-5"}
    answer = await http.post(f"/v1/tables/{party.table}/commands", json=moved, headers=headers)
    assert answer.status_code == 409
    assert (await http.get(f"/v1/tables/{party.table}")).json()["version"] == version
    await other.aclose()


def _fork_point(history: list[Any]) -> int:
    return next(int(e.version) for e in history if e.event.type == "table.decision_opened")


async def test_a_process_that_knows_a_running_table_learns_of_its_end(
    archiving: Archiving,
) -> None:
    party = await started(archiving.tables)
    other = Archiving(archiving.store._url, Path(archiving.place.index_file).parent)
    early = await other.tables.find(party.table)
    await party.finish()
    await archiving.archive()
    assert not await archiving.is_live(party.table)
    assert (await other.tables.fresh(party.table)).head == (await party.live()).head
    assert early.version == (await party.live()).version
    await other.aclose()


async def test_tables_wait_until_they_are_due_and_a_segment_is_full(archiving: Archiving) -> None:
    hour = 3_600_000
    for _ in range(2):
        await closed_table(archiving.tables)
    assert await archiving.archive(AT_ONCE._replace(after_ms=hour)) == 0
    assert await archiving.archive(AT_ONCE._replace(wait_ms=hour)) == 0
    assert await archiving.archive(AT_ONCE._replace(wait_ms=hour, tables=3)) == 0
    await closed_table(archiving.tables)
    assert await archiving.archive(AT_ONCE._replace(wait_ms=hour, tables=3)) == 3
    assert len(archiving.segments()) == 1


async def test_a_table_with_unprocessed_commits_stays(archiving: Archiving) -> None:
    await archiving.settle()  # now the groups exist
    table = await closed_table(archiving.tables)
    assert await archiving.archivist().archive() == 0
    assert await archiving.is_live(table)
    assert await archiving.archive() == 1


async def test_a_table_stays_until_its_segment_is_on_the_disk(
    archiving: Archiving, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await closed_table(archiving.tables)

    def full(_: Path) -> None:
        raise OSError(ENOSPC, "no space")

    with monkeypatch.context() as broken:
        broken.setattr("store.archive.objects._sync", full)
        with pytest.raises(OSError, match="no space"):
            await archiving.archive()
    assert await archiving.is_live(table)
    assert await archiving.archive() == 1
    assert not await archiving.is_live(table)


async def test_a_damaged_table_stays(archiving: Archiving, client: StoreClient) -> None:
    table = await closed_table(archiving.tables)
    await archiving.settle()
    await client.execute("HSET", keyspace.meta(table), "h", bytes(32))
    assert await archiving.archive() == 0
    assert await archiving.is_live(table)


async def test_a_table_that_has_changed_since_it_was_packed_is_not_deleted(
    archiving: Archiving, client: StoreClient
) -> None:
    table = await closed_table(archiving.tables)
    await archiving.settle()
    writer = archiving.store.archive_writer()
    archivist = archiving.archivist()
    packed = await archivist._verified(table)
    assert packed is not None
    number = await writer.enter(await writer.write("gumball_rally", [packed], 1))
    await client.execute("HSET", keyspace.meta(table), "h", bytes(32))
    assert await writer.delete(number) == 0
    assert await archiving.is_live(table)


async def test_feeds_are_trimmed_to_what_every_reader_has_processed(
    archiving: Archiving, client: StoreClient
) -> None:
    party = await started(archiving.tables)
    p = keyspace.partition(party.table)
    before = await client.execute("XLEN", keyspace.feed(p))
    await archiving.store.feed_trim.trim(archiving.tables.world.now() + 60_000)
    assert await client.execute("XLEN", keyspace.feed(p)) == before  # no reader has had them
    await archiving.settle()
    await archiving.store.feed_trim.trim(archiving.tables.world.now() + 60_000)
    assert await client.execute("XLEN", keyspace.feed(p)) == 0
    await party.play_on(2)
    await archiving.store.feed_trim.trim(archiving.tables.world.now() + 60_000)
    assert await client.execute("XLEN", keyspace.feed(p)) == 2
    await archiving.settle()
    await archiving.store.feed_trim.trim(archiving.tables.world.now() - 60_000)
    assert await client.execute("XLEN", keyspace.feed(p)) == 2  # they are young
    await archiving.store.feed_trim.trim(archiving.tables.world.now() + 60_000)
    assert await client.execute("XLEN", keyspace.feed(p)) == 0


async def test_an_archivist_that_has_lost_its_lease_writes_nothing(
    archiving: Archiving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two archivists would pack the same tables into two segments."""
    for _ in range(2):
        await finished(archiving.tables)
    await archiving.settle()
    slow, verified = archiving.archivist(), Archivist._verified

    async def paused(self: Archivist, table: TableId) -> object:
        await archiving.store.client.execute("SET", keyspace.ARCHIVIST, "another")
        return await verified(self, table)

    monkeypatch.setattr(Archivist, "_verified", paused)
    assert await slow.archive() == 0
    monkeypatch.undo()
    assert archiving.store.archive is not None
    assert await archiving.store.archive.objects.names() == []
    await archiving.store.client.execute("DEL", keyspace.ARCHIVIST)
    assert await archiving.archivist().archive() == 2
