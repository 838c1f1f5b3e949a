"""Scrub finds damage to every kind of key, names the key, and mends what is derived."""

import asyncio

import pytest

from application.table_cache import TableCache
from domain.judging.commit import Key
from store.client.base import StoreClient
from store.tables.log import RedisEventLog
from tests.integration.store.damage.damages import DAMAGES, DERIVED
from tests.integration.store.damage.inflicting import Damage, Played
from tests.support.stores.archiving import repair_on, scrub_on
from tests.support.stores.cluster import AnyServer
from tests.support.stores.contents import all_keys
from tests.support.stores.feed_reading import read_feeds
from tests.support.tables.party import finished, seated, started
from workers.upkeep.keys.inspection import Inspection
from workers.upkeep.keys.key_kinds import KINDS, kind_of
from workers.upkeep.scrub import recheck
from workers.upkeep.scrub.histories import Histories, SoundTable
from workers.upkeep.scrub.leaderboard import LeaderboardKeys
from workers.upkeep.scrub.table_list import TableListKeys

KEY = Key("a key", b"the body")
TOGETHER = {
    *("idempotency records", "feed", "deadlines", "places of finished tables"),
    *("row", "table list: places", "leaderboard: rows", "leaderboard: places"),
}
pytestmark = pytest.mark.anyio


@pytest.fixture
async def played(server: AnyServer, client: StoreClient, tables: TableCache) -> Played:
    ended, running = await finished(tables), await started(tables, clock=600)
    await running.play(key=KEY)
    await running.play_on(3)
    await read_feeds(server.url)
    return Played(running, ended)


def test_there_is_damage_to_every_kind_of_key() -> None:
    checked = [kind for kind in KINDS if kind.checked != "name"]
    assert {kind.name for kind in checked} | {"row"} == {damage.kind for damage in DAMAGES}
    mended = {kind.name for kind in checked if kind.origin != "source"} | {"row"}
    assert mended == {damage.kind for damage in DAMAGES if damage.mended}


async def test_every_key_has_a_kind(client: StoreClient, played: Played) -> None:
    keys = [key.decode() for key in await all_keys(client)]
    assert [key for key in keys if kind_of(key) is None] == []


@pytest.mark.on_cluster
async def test_a_sound_store_is_found_sound(client: StoreClient, played: Played) -> None:
    report = await scrub_on(client).run(len)
    assert report.sound, report
    assert report.tables == 2


FIRST = {damage.kind: damage for damage in reversed(DAMAGES)}  # of each kind; the others are long


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(
            damage,
            id=f"{damage.kind}, {damage.how}",
            marks=() if FIRST[damage.kind] is damage else pytest.mark.long,
        )
        for damage in DAMAGES
    ],
)
async def test_damage_is_found_and_what_is_derived_is_mended(
    server: AnyServer,
    client: StoreClient,
    played: Played,
    damage: Damage,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recheck, "PAUSE_SECONDS", 0.0)  # nobody plays meanwhile
    before = await played.running.history()
    await damage.inflict(client, played)
    found = await scrub_on(client).run(len)
    if damage.mended:
        assert damage.kind in {each.kind for each in found.keys}, found
        assert all(each.action == "Run `ludotheque scrub --repair`." for each in found.keys)
        assert found.damaged == ()
    else:
        named = {each.kind for each in found.keys} | {each.table for each in found.damaged}
        assert named & {damage.kind, played.running.table}, found
    repaired = await repair_on(client).run(len)
    assert repaired.sound is damage.mended, repaired
    assert bool(repaired.repaired) is damage.mended
    if damage.mended:
        await read_feeds(server.url)
        again = await scrub_on(client).run(len)
        assert again.sound, again
        assert await played.running.history() == before


@pytest.mark.on_cluster
async def test_much_damage_at_once_is_found_and_mended(
    server: AnyServer, client: StoreClient, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recheck, "PAUSE_SECONDS", 0.0)  # nobody plays meanwhile
    first = {damage.kind: damage for damage in reversed(DERIVED)}
    for kind in TOGETHER:
        await first[kind].inflict(client, played)
    found = await scrub_on(client).run(len)
    assert {each.kind for each in found.keys} >= TOGETHER, found
    assert (await repair_on(client).run(len)).sound
    await read_feeds(server.url)
    again = await scrub_on(client).run(len)
    assert again.sound, again


@pytest.mark.on_cluster
async def test_no_false_damage_is_found_while_people_play(
    server: AnyServer, client: StoreClient, tables: TableCache, played: Played
) -> None:
    async def play() -> None:
        while True:
            party = await started(tables, clock=600)
            await party.play(key=KEY)
            await party.finish()

    async def follow() -> None:
        while True:
            await read_feeds(server.url)

    tasks = [asyncio.create_task(work()) for work in (play, play, follow)]
    try:
        reports = [await scrub_on(client).run(len) for _ in range(2)]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    assert all(report.sound for report in reports), reports
    assert reports[-1].tables > 2


async def test_a_table_that_closes_after_its_history_was_checked_is_no_damage(
    server: AnyServer, client: StoreClient, played: Played
) -> None:
    histories = Histories(RedisEventLog(client), quick=True)
    before = await histories.check(played.running.table)
    assert isinstance(before, SoundTable)
    await played.running.finish()
    await read_feeds(server.url)
    boards = LeaderboardKeys(Inspection(client), histories)
    assert await boards.check_boards({played.running.table: before}) == []


async def test_a_list_that_is_behind_the_table_and_ahead_of_the_feed_is_no_damage(
    server: AnyServer, client: StoreClient, tables: TableCache
) -> None:
    """The feed is read first, then the list, then the table; all of them go on meanwhile."""
    histories = Histories(RedisEventLog(client), quick=True)
    party = await seated(tables)
    taken = (await party.history())[-1].version
    await party.start()
    await read_feeds(server.url)
    await party.finish()
    listed = TableListKeys(Inspection(client), histories)
    assert await listed.check({}, set(), {party.table: taken}) == []
