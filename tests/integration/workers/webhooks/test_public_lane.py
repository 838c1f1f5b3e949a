"""Webhooks for the lobby and the feed are cursors: they delay no notice to a person."""

import asyncio

import pytest

from application.ports.webhooks import (
    About,
    Attempt,
    Delivery,
    Hook,
    MostPublic,
    Subscribed,
    TooManyPublic,
)
from application.table_cache import TableCache
from application.webhooks.signing import new_secret
from application.world import RealWorld, new_id
from domain.kernel.ids import PlayerId
from store.connect import Store
from store.embedded.server import EmbeddedServer
from store.people.webhooks import RedisWebhookStore
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.stores.feed_reading import NO_QUEUE, read_feeds, unleased
from tests.support.tables.party import finished, seated, started
from workers.webhooks import puller
from workers.webhooks.puller import BATCH, Puller
from workers.webhooks.retry_policy import settled

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("client")]

WORLD = RealWorld()
URL = "https://example.org/"


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puller, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(puller, "LONGEST_PAUSE", 0.02)
    monkeypatch.setattr(puller, "LOOK_SECONDS", 0.01)


async def created(
    store: Store,
    *events: Subscribed,
    games: tuple[str, ...] = (),
    owner: PlayerId | None = None,
    most: MostPublic | None = None,
    address: str = "192.0.2.1",
) -> Hook:
    about = About(owner or new_id(WORLD), URL, events, None, games, address)
    limits = most or MostPublic()
    hook = await store.webhooks.add(new_id(WORLD), about, new_secret(WORLD), 10, limits)
    assert hook is not None
    return hook


async def log_of(store: Store, hook: Hook) -> list[Delivery]:
    return [each for _, each in await store.webhooks.deliveries(hook.id, 1_000)]


async def is_at_end(store: Store, one: Puller, hooks: list[Hook]) -> bool:
    await one.step()
    newest = (await store.feed_reader.bounds())[1]
    found = [one._cursors[hook.id].position for hook in hooks]
    return all(position >= newest for position in found)


async def settle_all(store: Store) -> None:
    """Deliver the next public notice of each webhook."""
    for due in await store.due_public_webhooks.overdue(100):
        claim = await store.webhooks.claim(due, 30_000, f"token-{due.seen.decode()}")
        if claim is not None:
            came = settled(
                claim.hook, claim.delivery, Attempt("2026-01-01T12:00:00.000Z", 204, None)
            )
            await store.webhooks.settle(claim, came)


async def test_a_commit_costs_no_call_for_a_webhook_of_the_feed(
    server: EmbeddedServer, tables: TableCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one call of each in turn, 300 of them delayed every other notice by minutes."""
    notified: list[str] = []
    notify = RedisWebhookStore.notify

    async def counting(self: RedisWebhookStore, hook: Hook, *rest: object) -> bool:
        notified.append(hook.id)
        return await notify(self, hook, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(RedisWebhookStore, "notify", counting)
    async with Store(server.url, PATIENCE, NO_QUEUE) as store:
        party = await seated(tables)
        public = [await created(store, "feed", "lobby_started") for _ in range(20)]
        own = await created(store, "your_turn", owner=party.players[0])
        await party.start()
        await party.play_on(3)
        await read_feeds(server.url)
        assert {*notified} == {own.id}
        assert (await log_of(store, own))[0].event == "your_turn"
        assert [await log_of(store, each) for each in public] == [[]] * 20


async def test_a_cursor_gets_every_notice_that_it_wants_and_the_newest_of_each_table(
    server: EmbeddedServer, tables: TableCache
) -> None:
    async with Store(server.url, PATIENCE, NO_QUEUE) as store:
        before = await started(tables)
        await asyncio.sleep(0.1)  # what happened just before its creation may be news, too
        feed = await created(store, "feed")
        lobby = await created(store, "lobby_opened", "lobby_closed", games=("gumball_rally",))
        other = await created(store, "feed", games=("galopp_royal",))
        party = await finished(tables)
        await read_feeds(server.url)
        one = Puller(store.feed_reader, store.webhooks, unleased)
        await eventually(lambda: is_at_end(store, one, [feed, lobby, other]))
        [newest] = await log_of(store, feed)
        assert (newest.table, newest.version) == (party.table, (await party.live()).version)
        assert [each.event for each in await log_of(store, lobby)] == [
            "lobby_closed",
            "lobby_opened",
        ]
        assert await log_of(store, other) == []
        assert before.table not in {each.table for each in await log_of(store, feed)}
        again = Puller(store.feed_reader, store.webhooks, unleased)  # after a restart
        await eventually(lambda: is_at_end(store, again, [feed, lobby, other]))
        assert len(await log_of(store, feed)) == 1


async def test_a_webhook_whose_address_is_slow_gets_a_batch_at_a_time_and_misses_nothing(
    server: EmbeddedServer, tables: TableCache
) -> None:
    async with Store(server.url, PATIENCE, NO_QUEUE) as store:
        hook = await created(store, "lobby_opened")
        parties = [await seated(tables) for _ in range(2 * BATCH + 3)]
        await read_feeds(server.url)
        one = Puller(store.feed_reader, store.webhooks, unleased)
        for _ in range(20):
            await one.step()
        assert await store.webhooks.queued(hook) == BATCH

        async def all_came() -> bool:
            await one.step()
            await settle_all(store)
            return len(await log_of(store, hook)) == len(parties)

        await eventually(all_came)
        assert {each.table for each in await log_of(store, hook)} == {
            each.table for each in parties
        }


async def test_the_server_and_an_address_have_so_many_cursors(server: EmbeddedServer) -> None:
    most = MostPublic(on_server=3, at_address=2)
    async with Store(server.url, PATIENCE, NO_QUEUE) as store:
        first = await created(store, "feed", most=most)
        await created(store, "lobby_opened", most=most)
        with pytest.raises(TooManyPublic) as refused:
            await created(store, "feed", most=most)
        assert refused.value.at_address
        await created(store, "your_turn", most=most)  # which is no cursor
        await created(store, "feed", most=most, address="192.0.2.2")
        with pytest.raises(TooManyPublic) as refused:
            await created(store, "feed", most=most, address="192.0.2.3")
        assert not refused.value.at_address
        await store.webhooks.remove(first)
        await created(store, "feed", most=most)
