"""The feed shows what spectators see of public tables: in order, and everything at least once."""

from collections import defaultdict
from typing import Any

import pytest
from msgspec import json

from application.play.fork import fork
from application.ports.feeds import Id
from application.table_cache import TableCache
from application.world import new_id
from domain.judging.actors import ByPlayer
from domain.table.commands import ForkTable, OpenTable, Watch
from projections.public_feed.query import MOST_SCANNED, CursorExpired, PublicFeed
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


class MergedFeed(PublicFeed):
    """The feed of a server without a projector: what is missing is merged before it is read."""

    def __init__(self, url: str, client: StoreClient, tables: TableCache) -> None:
        super().__init__(RedisFeedReader(client), tables.log)
        self._url = url

    async def merge(self) -> None:
        await read_feeds(self._url)


@pytest.fixture
def feed(server: EmbeddedServer, client: StoreClient, tables: TableCache) -> MergedFeed:
    return MergedFeed(server.url, client, tables)


async def read(
    feed: MergedFeed, wanted: FeedFilter = ALL, limit: int = 50, after: Id | None = None
) -> tuple[list[Any], Id]:
    """Return all that there is, page by page."""
    await feed.merge()
    at, lines, more = after or await feed.oldest(), [], True
    while more:
        page = await feed.page(at, wanted, limit)
        assert page.lines or not page.more  # never empty while there is more
        lines += [json.decode(line) for line in page.lines]
        at, more = page.position, page.more
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
    feed: MergedFeed, tables: TableCache, limit: int
) -> None:
    parties = [await started(tables) for _ in range(6)]
    for _ in range(3):
        for party in parties:
            await party.play_on(1)
    found = versions((await read(feed, limit=limit))[0])
    assert found == {p.table: [*range(1, (await p.live()).version + 1)] for p in parties}


async def test_a_reader_continues_where_it_was(feed: MergedFeed, tables: TableCache) -> None:
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
    feed: MergedFeed, tables: TableCache
) -> None:
    party = await finished(tables)
    lines, _ = await read(feed)
    history = await party.history()
    for line, recorded in zip(lines, history, strict=True):
        visible = recorded.event.audience().hears(frozenset())
        assert ("type" in line["event"]) == visible
        assert ("sealed" in line["event"]) != visible
    assert any("sealed" in line["event"] for line in lines)


async def test_private_tables_and_forks_are_left_out(feed: MergedFeed, tables: TableCache) -> None:
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
    feed: MergedFeed, tables: TableCache, watch: Watch, running: bool, closed: bool
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


async def test_filters_select_by_game_status_and_type(feed: MergedFeed, tables: TableCache) -> None:
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


async def test_a_page_without_a_match_moves_on(feed: MergedFeed, tables: TableCache) -> None:
    party = await finished(tables)
    nothing, at = await read(feed, FeedFilter(game="galopp_royal"))
    assert nothing == []
    assert at == await feed.newest()
    page = await feed.page(await feed.oldest(), ALL, 1)
    assert page.looked_at == 1
    assert party.table.encode() in page.lines[0]


async def test_a_commit_is_rendered_once_for_all_readers(
    feed: MergedFeed, tables: TableCache
) -> None:
    await started(tables)
    first = await read(feed)
    count = feed.renderer.rendered
    assert await read(feed) == first
    assert feed.renderer.rendered == count


async def test_a_cursor_before_what_is_kept_has_expired(
    feed: MergedFeed, tables: TableCache, client: StoreClient
) -> None:
    party = await started(tables)
    begin = await feed.oldest()
    _, read_all = await read(feed)
    await RedisFeedTrim(client).trim_public(tables.world.now() + 60_000)
    with pytest.raises(CursorExpired):
        await feed.page(begin, ALL, 10)
    assert not await feed.is_kept(begin)
    assert await feed.is_kept(read_all)  # nothing after it was dropped
    assert await feed.oldest() == read_all == await feed.newest()
    await party.play_on(1)
    assert versions((await read(feed, after=read_all))[0]).keys() == {party.table}
    assert versions((await read(feed))[0]).keys() == {party.table}


async def test_a_cursor_survives_a_fail_over_that_lost_its_entries(
    feed: MergedFeed, tables: TableCache, client: StoreClient
) -> None:
    """What is stored afterwards may have smaller ids, if the clock of the new server is behind."""
    party = await started(tables)
    _, before = await read(feed)
    await party.play_on(2)
    _, cursor = await read(feed)
    key = keyspace.PUBLIC_FEED
    lost = await client.execute("XRANGE", key, f"({before[0]}-{before[1]}", "+")
    await client.execute("XDEL", key, *(id_ for id_, _ in lost))
    ahead = (cursor[0] + 5_000, 0)  # its entry is gone, and later ones come before it
    await party.play_on(1)
    lines, after = await read(feed, after=ahead)
    assert party.table in versions(lines)
    assert max(versions(lines)[party.table]) == (await party.live()).version
    assert after < ahead
    assert (await read(feed, after=after))[0] == []


async def test_a_filtered_page_is_not_empty_while_a_later_event_matches(
    feed: MergedFeed, tables: TableCache, client: StoreClient
) -> None:
    """Of 184 pages for one type, 135 were empty: each looked at 256 commits at most."""
    first = await started(tables)
    await feed.merge()
    [(_, fields)] = await client.execute("XREVRANGE", keyspace.PUBLIC_FEED, "+", "-", "COUNT", 1)
    last = await finished(tables)
    await client.execute_all(
        [("XADD", keyspace.PUBLIC_FEED, "*", *fields) for _ in range(2 * MOST_SCANNED)]
    )
    await feed.merge()
    page = await feed.page(await feed.oldest(), FeedFilter(status="finished"), 10)
    assert {json.decode(line)["table"] for line in page.lines} == {last.table}
    assert first.table != last.table
    assert page.looked_at <= 2 < MOST_SCANNED < page.scanned
