"""The feed shows what spectators see of public tables: in order, and everything at least once."""

from collections import defaultdict
from typing import Any

import pytest
from msgspec import json

from application.play.fork import fork
from application.ports.feeds import Positions
from application.table_cache import TableCache
from application.world import new_id
from domain.judging.actors import ByPlayer
from domain.table.commands import ForkTable, OpenTable, Watch
from projections.public_feed.query import LOOKED_AT, CursorExpired, PublicFeed
from projections.public_feed.render import FeedFilter
from store import keyspace
from store.client.base import StoreClient
from store.embedded.server import EmbeddedServer
from store.feeds.reader import RedisFeedReader
from store.feeds.trimming import RedisFeedTrim
from tests.support.stores.cluster import CLUSTER
from tests.support.stores.feed_reading import read_feeds
from tests.support.tables.party import Party, finished, started

pytestmark = pytest.mark.anyio

ALL = FeedFilter()


@pytest.fixture
def feed(client: StoreClient, tables: TableCache) -> PublicFeed:
    return PublicFeed(RedisFeedReader(client), tables.log)


async def read(
    feed: PublicFeed, wanted: FeedFilter = ALL, limit: int = 50, after: Positions | None = None
) -> tuple[list[Any], Positions]:
    """Return all that there is, page by page."""
    at, lines, more = after or await feed.oldest(), [], True
    while more:
        page = await feed.page(at, wanted, limit)
        lines += [json.decode(line) for line in page.lines]
        at, more = page.positions, page.more
    return lines, at


def versions(lines: list[Any]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for line in lines:
        found[line["table"]].append(line["event"]["version"])
    return found


async def watched(tables: TableCache, watch: Watch) -> Party:
    party = Party(tables, "", [new_id(tables.world) for _ in range(3)])
    await party.begin(OpenTable("gumball_rally", clock=None, watch=watch))
    return party


@pytest.mark.parametrize("server", ["valkey", CLUSTER], indirect=True)
@pytest.mark.parametrize("limit", [1, 500])
async def test_every_event_comes_once_and_in_the_order_of_its_table(
    feed: PublicFeed, tables: TableCache, limit: int
) -> None:
    parties = [await started(tables) for _ in range(6)]
    for _ in range(3):
        for party in parties:
            await party.play_on(1)
    found = versions((await read(feed, limit=limit))[0])
    assert found == {p.table: [*range(1, (await p.live()).version + 1)] for p in parties}


async def test_a_reader_continues_where_it_was(feed: PublicFeed, tables: TableCache) -> None:
    party = await started(tables)
    before, at = await read(feed)
    assert (await read(feed, after=at)) == ([], at)
    await party.play_on(2)
    after, _ = await read(feed, after=at)
    assert versions([*before, *after])[party.table] == [*range(1, (await party.live()).version + 1)]
    assert not {line["event"]["version"] for line in before} & {
        line["event"]["version"] for line in after
    }


async def test_hidden_events_are_sealed_and_stay_so_after_the_end(
    feed: PublicFeed, tables: TableCache
) -> None:
    party = await finished(tables)
    lines, _ = await read(feed)
    history = await party.history()
    for line, recorded in zip(lines, history, strict=True):
        visible = recorded.event.audience().hears(frozenset())
        assert ("type" in line["event"]) == visible
        assert ("sealed" in line["event"]) != visible
    assert any("sealed" in line["event"] for line in lines)


async def test_private_tables_and_forks_are_left_out(feed: PublicFeed, tables: TableCache) -> None:
    private = await started(tables, private=True)
    shown = await finished(tables)
    entries = await tables.log.read(shown.table)
    at = entries[-1].first - 1
    forked = await fork(tables, ByPlayer(shown.players[0]), ForkTable(shown.table, at))
    lines, _ = await read(feed)
    assert versions(lines).keys() == {shown.table}
    text = json.encode(lines).decode()
    assert private.table not in text
    assert forked.table not in text


@pytest.mark.parametrize(
    ("watch", "running", "closed"),
    [("everyone", True, True), ("nobody", False, True), ("invited", False, False)],
)
async def test_the_game_is_shown_only_while_everyone_may_watch(
    feed: PublicFeed, tables: TableCache, watch: Watch, running: bool, closed: bool
) -> None:
    party = await watched(tables, watch)
    await party.finish()
    lines, _ = await read(feed)
    own = [line for line in lines if line["table"] == party.table]
    assert {line["status"] for line in own} == {
        "open",
        *(["running"] if running else []),
        *(["finished"] if closed else []),
    }


async def test_filters_select_by_game_status_and_type(feed: PublicFeed, tables: TableCache) -> None:
    rally = await finished(tables)
    other = await started(tables, game="galopp_royal")
    of_game, _ = await read(feed, FeedFilter(game="galopp_royal"))
    assert versions(of_game).keys() == {other.table}
    ended, _ = await read(feed, FeedFilter(status="finished"))
    assert versions(ended).keys() == {rally.table}
    assert ended[-1]["event"]["type"] == "table.closed"
    types = frozenset({"table.started", "table.closed"})
    named, _ = await read(feed, FeedFilter(types=types))
    assert [line["event"]["type"] for line in named].count("table.started") == 2
    assert {line["event"]["type"] for line in named} == types


async def test_a_page_without_a_match_moves_on(feed: PublicFeed, tables: TableCache) -> None:
    party = await finished(tables)
    nothing, at = await read(feed, FeedFilter(game="galopp_royal"))
    assert nothing == []
    assert at == await feed.newest()
    page = await feed.page(await feed.oldest(), ALL, 1)
    assert page.looked_at == 1 <= LOOKED_AT
    assert party.table.encode() in page.lines[0]


async def test_a_commit_is_rendered_once_for_all_readers(
    feed: PublicFeed, tables: TableCache
) -> None:
    await started(tables)
    first = await read(feed)
    count = feed.renderer.rendered
    assert await read(feed) == first
    assert feed.renderer.rendered == count


async def test_a_cursor_before_what_is_kept_has_expired(
    server: EmbeddedServer, feed: PublicFeed, tables: TableCache, client: StoreClient
) -> None:
    party = await started(tables)
    begin = await feed.oldest()
    _, read_all = await read(feed)
    await read_feeds(server.url)  # what a reader has not had is not dropped
    await RedisFeedTrim(client).trim(tables.world.now() + 60_000)
    with pytest.raises(CursorExpired):
        await feed.page(begin, ALL, 10)
    assert not await feed.is_kept(begin)
    assert await feed.is_kept(read_all)  # nothing after it was dropped
    assert await feed.oldest() == read_all == await feed.newest()
    await party.play_on(1)
    assert versions((await read(feed, after=read_all))[0]).keys() == {party.table}
    assert versions((await read(feed))[0]).keys() == {party.table}


async def test_a_cursor_survives_a_fail_over_that_lost_its_entries(
    feed: PublicFeed, tables: TableCache, client: StoreClient
) -> None:
    """What is stored afterwards may have smaller ids, if the clock of the new server is behind."""
    party = await started(tables)
    _, before = await read(feed)
    await party.play_on(2)
    _, cursor = await read(feed)
    p = keyspace.partition(party.table)
    lost = await client.execute("XRANGE", keyspace.feed(p), f"({before[p][0]}-{before[p][1]}", "+")
    await client.execute("XDEL", keyspace.feed(p), *(id_ for id_, _ in lost))
    ahead = [*cursor]
    ahead[p] = (cursor[p][0] + 5_000, 0)  # its entry is gone, and later ones come before it
    await party.play_on(1)
    lines, after = await read(feed, after=tuple(ahead))
    assert party.table in versions(lines)
    assert max(versions(lines)[party.table]) == (await party.live()).version
    assert after[p] < ahead[p]
    assert (await read(feed, after=after))[0] == []
