"""A table under rules nobody knows here stops no other: a store may be newer than its server."""

from contextlib import AsyncExitStack

import pytest
from msgspec.structs import replace

from domain.play.clock import RealWorld, new_id
from domain.play.tables import Tables
from eventlog import keyspace
from eventlog.embedded import EmbeddedServer
from eventlog.feed_group import SHELF, FeedGroup
from eventlog.hooks import About, Hooks
from eventlog.pipe import Pipe
from eventlog.redis_log import RedisLog
from projections.listing import Listing
from projections.ranking import Ranking
from projections.shelf import rows
from projections.standings import Standings
from projections.webhooks.signing import new_secret
from tests.support.party import Party, started
from workers import ranker as ranking
from workers import webhooks
from workers.projector import Projector
from workers.rebuild import Rebuild

pytestmark = pytest.mark.anyio
WORLD = RealWorld()
STRANGE = "x" * 26
HERE, ELSEWHERE = b'"rules_version":"1"', b'"rules_version":"of another year"'


async def finished(tables: Tables) -> Party:
    party = await started(tables)
    await party.finish()
    return party


async def told_under_other_rules(pipe: Pipe, party: Party) -> None:
    """The same history again, in the store and in the feed, as a later server would write it."""
    entries = await party.tables.log.read(party.table)
    assert HERE in entries[0].event
    for entry in entries:
        raw = entry.event.replace(HERE, ELSEWHERE)
        await pipe.ask("XADD", keyspace.events(STRANGE), f"{entry.version}-0", "e", raw)
    await pipe.ask("HSET", keyspace.meta(STRANGE), "v", str(len(entries)), "h", b"\0" * 32)
    feed, last = keyspace.feed(keyspace.partition(STRANGE)), str(entries[-1].version)
    await pipe.ask("XADD", feed, "*", "t", STRANGE, "f", "1", "l", last)


async def test_every_reader_of_the_feeds_goes_on_with_the_others(
    server: EmbeddedServer, pipe: Pipe, log: RedisLog, tables: Tables
) -> None:
    hooks = Hooks(pipe)
    party = await finished(tables)
    await told_under_other_rules(pipe, party)
    other = await started(tables)
    mine = About(other.players[0], "https://a.example/", ("table_finished",), None)
    hook = await hooks.add(new_id(WORLD), mine, new_secret(WORLD), 10)
    assert hook is not None
    await other.finish()
    async with AsyncExitStack() as stack:
        groups = [
            FeedGroup(server.url, name, "one", 100)
            for name in (ranking.GROUP, webhooks.GROUP, SHELF)
        ]
        for group in groups:
            stack.push_async_callback(group.aclose)
        for step in (
            ranking.Ranker(log, Ranking(pipe, log), groups[0]).step,
            webhooks.Notifier(log, hooks, groups[1]).step,
            Projector(log, Listing(pipe), groups[2]).step,
        ):
            for _ in range(12):  # a feed hands out some of its commits at a time
                await step(block_ms=1)
    page = await Standings(pipe).page("gumball_rally", None, 100)
    assert {r.standing.player for r in page.ranked} == {*party.players, *other.players}
    assert [d.event for d in await hooks.deliveries(hook.id)] == ["table_finished"]
    shelf = await Listing(pipe).find([party.table, other.table])
    assert {row.status for row in shelf.values()} == {"finished"}


async def test_a_rebuild_names_it_and_makes_the_rows_of_the_others(
    pipe: Pipe, tables: Tables
) -> None:
    party = await finished(tables)
    await told_under_other_rules(pipe, party)
    row = rows(None, await party.history())
    assert row is not None
    await Listing(pipe).save([row, replace(row, id=STRANGE)])
    report = await Rebuild(pipe).run()
    assert (report.same, report.different, report.flipped) == (1, (STRANGE,), True)
    assert await Listing(pipe).find([party.table, STRANGE]) == {party.table: row}
