"""A table under rules that are not installed is read as far as possible, and stops no other."""

import pytest
from msgspec.structs import replace

from application.ports.webhooks import About
from application.table_cache import TableCache
from application.webhooks.signing import new_secret
from application.world import RealWorld, new_id
from domain.judging.rows.row import fold_row
from domain.judging.stored import lined
from domain.kernel.refusals import Rejected
from domain.table.state import Closed
from projections.leaderboard.query import Leaderboard
from projections.leaderboard.results import result
from store import keyspace
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.lists.leaderboard import RedisLeaderboardStore
from store.people.webhooks import RedisWebhookStore
from store.tables.log import RedisEventLog
from tests.support.histories.bundles import GONE, SOURCE, uninstalled
from tests.support.stores.archiving import (
    scrub_on,
    table_list_on,
    table_list_rebuild_on,
)
from tests.support.stores.feed_reading import read_feeds
from tests.support.tables.party import Party, started
from workers.upkeep.scrub.report import as_text

pytestmark = pytest.mark.anyio
WORLD = RealWorld()
STRANGE = "x" * 26
HERE, ELSEWHERE = b'"rules_version":"3"', b'"rules_version":"of another year"'


async def finished(tables: TableCache) -> Party:
    party = await started(tables)
    await party.finish()
    return party


async def store_under_other_rules(client: PipelinedClient, party: Party) -> None:
    """The same history again, in the store and in the feed, as a later server would write it."""
    entries = await party.tables.log.read(party.table)
    assert HERE in entries[0].events[0]
    for entry in entries:
        raw = lined(entry.events).replace(HERE, ELSEWHERE)
        id_ = f"{entry.last}-{len(entry.events)}"
        await client.execute("XADD", keyspace.events(STRANGE), id_, "e", raw)
    feed, last = keyspace.feed(keyspace.partition(STRANGE)), str(entries[-1].last)
    head = ("v", last, "h", b"\0" * 32, "n", str(len(entries)))
    await client.execute("HSET", keyspace.meta(STRANGE), *head)
    await client.execute("XADD", feed, "*", "t", STRANGE, "f", "1", "l", last, "n", "[2]")


async def test_every_reader_of_the_feeds_goes_on_with_the_others(
    server: EmbeddedServer, client: PipelinedClient, log: RedisEventLog, tables: TableCache
) -> None:
    hooks = RedisWebhookStore(client)
    party = await finished(tables)
    await store_under_other_rules(client, party)
    other = await started(tables)
    mine = About(other.players[0], "https://a.example/", ("table_finished",), None)
    hook = await hooks.add(new_id(WORLD), mine, new_secret(WORLD), 10)
    assert hook is not None
    await other.finish()
    await read_feeds(server.url)
    page = await Leaderboard(RedisLeaderboardStore(client)).page("gumball_rally", None, 100)
    assert {r.standing.player for r in page.ranked} == {*party.players, *other.players}
    assert [d.event for _, d in await hooks.deliveries(hook.id, 9)] == ["table_finished"]
    places = await table_list_on(client).store.places([party.table, other.table])
    assert all(place is not None and b" status:finished " in place for place in places)


async def test_a_rebuild_names_it_and_makes_the_rows_of_the_others(
    client: PipelinedClient, tables: TableCache
) -> None:
    party = await finished(tables)
    await store_under_other_rules(client, party)
    row = fold_row(None, await party.history())
    assert row is not None
    await table_list_on(client).save([row, replace(row, id=STRANGE)])
    report = await table_list_rebuild_on(client).run()
    assert (report.same, report.different, report.flipped) == (1, (STRANGE,), True)
    [place, none] = await table_list_on(client).store.places([party.table, STRANGE])
    assert place is not None
    assert none is None


async def of_a_game_that_is_gone(client: PipelinedClient, tables: TableCache) -> Party:
    """A finished table in the store, as a server with another package has stored it."""
    party = await finished(tables)
    stored = await tables.log.load(party.table)
    assert stored is not None
    written = uninstalled(party.table, stored)
    await client.execute("DEL", keyspace.events(party.table))
    for entry in written.entries:
        fields: list[str | bytes] = ["e", lined(entry.events), "h", entry.head]
        fields += [] if entry.record is None else ["c", entry.record]
        id_ = f"{entry.last}-{len(entry.events)}"
        await client.execute("XADD", keyspace.events(party.table), id_, *fields)
    await client.execute("HSET", keyspace.meta(party.table), "h", written.head)
    return party


async def test_read_models_need_no_rules(client: PipelinedClient, tables: TableCache) -> None:
    party = await of_a_game_that_is_gone(client, tables)
    await table_list_rebuild_on(client).run()
    [row] = await tables.log.rows([party.table])
    assert row is not None
    assert (row.game, row.status, row.players) == (GONE, "finished", tuple(party.players))
    told = result(await party.history())
    assert told is not None
    assert {placing.player for placing in told.placings} == set(party.players)


async def test_its_history_is_read_and_its_play_is_not(
    client: PipelinedClient, log: RedisEventLog, tables: TableCache
) -> None:
    party = await of_a_game_that_is_gone(client, tables)
    elsewhere = TableCache(log, WORLD)
    with pytest.raises(Rejected, match="unknown_rules"):
        await elsewhere.fresh(party.table)
    live = await elsewhere.readable(party.table)
    stored = await log.load(party.table)
    assert stored is not None
    assert (live.version, live.head) == (stored.version, stored.head)
    assert isinstance(live.state, Closed)
    assert live.state.setup.rules == SOURCE


async def test_scrub_says_that_it_was_not_judged_unless_its_chain_is_damaged(
    client: PipelinedClient, tables: TableCache
) -> None:
    party = await of_a_game_that_is_gone(client, tables)
    report = await scrub_on(client).run(lambda _: None)
    assert report.damaged == ()
    [not_judged] = report.not_judged
    assert (not_judged.table, not_judged.flaw.check) == (party.table, "unknown_rules")
    assert "is not installed here" in as_text(report)
    await client.execute("HSET", keyspace.meta(party.table), "h", bytes(32))
    report = await scrub_on(client).run(lambda _: None)
    assert [each.flaw.check for each in report.damaged] == ["chain"]
