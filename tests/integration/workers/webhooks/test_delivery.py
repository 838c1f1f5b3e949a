"""Deliveries are stored once and sent until they arrive, by any worker."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import pytest
from standardwebhooks.webhooks import Webhook

from application.play.fork import fork
from application.ports.webhooks import About, Delivery, Hook, Subscribed
from application.table_cache import TableCache
from application.webhooks.policy import MOST_WAITING, WebhookPolicy
from application.webhooks.signing import new_secret
from application.world import RealWorld, new_id
from domain.judging.actors import ByPlayer
from domain.table.commands import ForkTable
from store.client.errors import STORE_ERRORS
from store.client.pipeline import PipelinedClient
from store.connect import Store
from store.embedded.server import EmbeddedServer
from store.people.webhooks import RedisWebhookStore
from store.tables.deadlines import RedisDueWebhooks
from tests.support.network.webhook_receiver import Receiver, receiving
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.stores.feed_reading import NO_QUEUE, unleased
from tests.support.tables.party import Party, opens_decision_for, seated, started
from workers.composition.projector import feed_loop
from workers.loop import repeat
from workers.webhooks.courier import Courier
from workers.webhooks.sender import Sender

pytestmark = pytest.mark.anyio

WORLD = RealWorld()
ALL: tuple[Subscribed, ...] = ("your_turn", "table_started", "table_finished")
QUICK = (0.02, 0.02)  # seconds between three attempts


@pytest.fixture
def hooks(client: PipelinedClient) -> RedisWebhookStore:
    return RedisWebhookStore(client)


@asynccontextmanager
async def working(
    url: str,
    name: str,
    lease_ms: int = 30_000,
    most: int = MOST_WAITING,
    pauses: tuple[float, ...] = QUICK,
) -> AsyncIterator[None]:
    """A reader of the feeds and a courier with short pauses; ended in the midst of anything."""
    client, sender = PipelinedClient(url, 5.0), Sender(WORLD, WebhookPolicy(loopback=True))
    store = Store(url, PATIENCE, NO_QUEUE, client)
    feeds = feed_loop(store, unleased, most)
    courier = Courier(RedisWebhookStore(client), RedisDueWebhooks(client), sender, pauses, lease_ms)
    tasks = [asyncio.create_task(repeat(step, STORE_ERRORS)) for step in (feeds.step, courier.step)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
        await courier.aclose()
        await sender.aclose()
        await store.aclose()


async def nothing_waits(hooks: RedisWebhookStore) -> bool:
    return not await hooks.waiting()


async def is_delivered(hooks: RedisWebhookStore, hook: Hook) -> bool:
    return (await log_of(hooks, hook))[0].status == "delivered"


async def log_of(hooks: RedisWebhookStore, hook: Hook) -> list[Delivery]:
    return [delivery for _, delivery in await hooks.deliveries(hook.id, 1000)]


async def has_logged(hooks: RedisWebhookStore, hook: Hook, event: str) -> bool:
    return event in {each.event for each in await log_of(hooks, hook)}


async def hooked(
    hooks: RedisWebhookStore,
    owner: str,
    url: str,
    table: str | None = None,
    events: tuple[Subscribed, ...] = ALL,
) -> Hook:
    hook = await hooks.add(new_id(WORLD), About(owner, url, events, table), new_secret(WORLD), 10)
    assert hook is not None
    return hook


async def finish_of(party: Party) -> int:
    await party.finish()
    return (await party.live()).version


async def test_a_player_gets_each_notice_of_start_turns_and_end_once(
    server: EmbeddedServer, tables: TableCache, hooks: RedisWebhookStore, receiver: Receiver
) -> None:
    party = await seated(tables)
    hook = await hooked(hooks, party.players[0], receiver.url)
    async with AsyncExitStack() as workers:
        for name in ("one", "two", "two"):  # any number of them, two under one name
            await workers.enter_async_context(working(server.url, name))
        await party.start()
        last = await finish_of(party)
        await eventually(lambda: len(receiver.of("table_finished")) == 1)
        await eventually(lambda: nothing_waits(hooks))
    turns = [h.version for h in await party.history() if opens_decision_for(h.event, 0)]
    assert [each.content["data"]["version"] for each in receiver.of("table_finished")] == [last]
    told = [each.content["data"]["version"] for each in receiver.of("your_turn")]
    logged = [each for each in await log_of(hooks, hook) if each.event == "your_turn"]
    assert sorted(each.version or 0 for each in logged) == turns
    assert sorted(each.version or 0 for each in logged if each.status == "delivered") == sorted(
        told
    )
    assert {each.status for each in logged} <= {"delivered", "superseded"}
    assert turns[-1] in told
    assert len(receiver.of("table_started")) == 1
    assert len({each.id for each in receiver.received}) == len(receiver.received)
    for each in receiver.received:
        assert Webhook(hook.secrets[0].text).verify(each.body, each.headers)
        assert set(each.content["data"]) == {"webhook", "table", "version"}


async def test_a_spectator_gets_notices_of_the_named_table_and_a_stranger_none(
    server: EmbeddedServer, tables: TableCache, hooks: RedisWebhookStore, receiver: Receiver
) -> None:
    party = await seated(tables)
    watching = await hooked(hooks, new_id(WORLD), receiver.url, party.table)
    stranger = await hooked(hooks, new_id(WORLD), receiver.url)
    async with working(server.url, "one"):
        await party.start()
        await party.finish()
        await eventually(lambda: len(receiver.of("table_finished")) == 1)
    assert {each.content["data"]["webhook"] for each in receiver.received} == {watching.id}
    assert receiver.of("your_turn") == []
    assert await log_of(hooks, stranger) == []


async def test_a_fork_is_the_forkers_business_and_nobody_elses(
    server: EmbeddedServer, tables: TableCache, hooks: RedisWebhookStore, receiver: Receiver
) -> None:
    party = await started(tables)
    await party.finish()
    at = next(e.last for e in await tables.log.read(party.table) if e.last > 12)
    forker = new_id(WORLD)
    mine = await hooked(hooks, forker, receiver.url)
    theirs = await hooked(hooks, party.players[0], receiver.url)
    copy = (await fork(tables, ByPlayer(forker), ForkTable(party.table, at))).table
    async with working(server.url, "one"):
        await Party(tables, copy, [forker] * 3).finish()
        await eventually(lambda: has_logged(hooks, mine, "table_finished"))
    events = {(each.table, each.event) for each in await log_of(hooks, mine)}
    assert events == {(copy, "your_turn"), (copy, "table_finished")}  # it began as a running table
    assert await log_of(hooks, theirs) == []


async def test_what_failed_is_sent_again_with_the_same_id_and_logged(
    server: EmbeddedServer, tables: TableCache, hooks: RedisWebhookStore, receiver: Receiver
) -> None:
    party = await seated(tables)
    hook = await hooked(hooks, party.players[1], receiver.url, events=("table_started",))
    receiver.answers = [500, 302]
    async with working(server.url, "one"):
        await party.start()
        await eventually(lambda: len(receiver.received) == 3)
        await eventually(lambda: is_delivered(hooks, hook))
    [delivery] = await log_of(hooks, hook)
    assert {each.id for each in receiver.received} == {delivery.id}
    assert [attempt.status for attempt in delivery.attempts] == [500, 302, 204]
    assert await hooks.waiting() == 0


async def test_a_webhook_that_always_fails_is_disabled_with_a_reason(
    server: EmbeddedServer, tables: TableCache, hooks: RedisWebhookStore, receiver: Receiver
) -> None:
    party = await seated(tables)
    hook = await hooked(hooks, party.players[0], receiver.url)
    receiver.answers = [500] * 1000
    async with working(server.url, "one"):
        await party.start()
        await eventually(lambda: _disabled(hooks, hook))
        await party.finish()
        await eventually(lambda: nothing_waits(hooks))
    assert "delivered" not in {each.status for each in await log_of(hooks, hook)}
    assert receiver.of("table_finished") == []


async def _disabled(hooks: RedisWebhookStore, hook: Hook) -> bool:
    [found] = await hooks.find([hook.id])
    return found is not None and found.disabled is not None


async def test_what_a_dead_worker_was_sending_is_sent_by_another_under_the_same_id(
    server: EmbeddedServer, tables: TableCache, hooks: RedisWebhookStore, receiver: Receiver
) -> None:
    party = await seated(tables)
    hook = await hooked(hooks, party.players[0], receiver.url, events=("table_started",))
    receiver.go_on.clear()
    async with working(server.url, "dies", lease_ms=500):
        await party.start()
        await eventually(lambda: len(receiver.received) == 1)
    receiver.go_on.set()
    async with working(server.url, "lives"):
        await eventually(lambda: len(receiver.received) >= 2)
        await eventually(lambda: is_delivered(hooks, hook))
    assert len({each.id for each in receiver.received}) == 1


async def test_notices_of_events_without_a_worker_are_sent_later(
    server: EmbeddedServer, tables: TableCache, hooks: RedisWebhookStore, receiver: Receiver
) -> None:
    early = await started(tables)
    await asyncio.sleep(0.05)  # what happens in the same millisecond is told
    hook = await hooked(hooks, early.players[0], receiver.url)
    party = await seated(tables)
    await hooked(hooks, party.players[0], receiver.url)
    await party.start()
    await early.finish()
    async with working(server.url, "late"):
        await eventually(lambda: len(receiver.of("table_finished")) == 1)
        await eventually(lambda: len(receiver.of("table_started")) == 1)
    own = [each for each in await log_of(hooks, hook) if each.event == "table_started"]
    assert own == []  # that was before it was made


async def test_one_who_answers_slowly_keeps_nobody_else_waiting(
    server: EmbeddedServer, tables: TableCache, hooks: RedisWebhookStore, receiver: Receiver
) -> None:
    party = await seated(tables)
    with receiving() as slow:
        slow.go_on.clear()
        await hooked(hooks, party.players[0], slow.url)
        await hooked(hooks, party.players[1], receiver.url)
        async with working(server.url, "one"):
            await party.start()
            await eventually(lambda: len(slow.received) >= 1)
            await party.finish()
            await eventually(lambda: len(receiver.of("table_finished")) == 1)


async def test_nothing_is_lost_while_an_address_answers_503(
    server: EmbeddedServer, tables: TableCache, hooks: RedisWebhookStore, receiver: Receiver
) -> None:
    anne = new_id(WORLD)
    hook = await hooked(hooks, anne, receiver.url)
    receiver.answers = [503] * 1_000_000
    parties = [await seated(tables, host=anne) for _ in range(5)]
    async with working(server.url, "one", pauses=(0.2,) * 1000):
        for party in parties:
            await party.start()
            await party.finish()
        await eventually(lambda: len(receiver.received) > 5)
        receiver.answers.clear()
        refused = len(receiver.received) + 1  # one may be under way
        await eventually(lambda: nothing_waits(hooks))
    assert {each.status for each in await log_of(hooks, hook)} == {"delivered", "superseded"}
    told = [each.content for each in receiver.received[refused - 1 :]]
    assert len({each.id for each in receiver.received[refused:]}) >= 3 * len(parties) - 1
    for party in parties:
        mine = [each for each in told if each["data"]["table"] == party.table]
        turns = [h.version for h in await party.history() if opens_decision_for(h.event, 0)]
        newest = max(each["data"]["version"] for each in mine if each["type"] == "your_turn")
        assert newest == turns[-1]
        assert {each["type"] for each in mine} == set(ALL)


async def test_a_full_queue_is_reported_and_what_waits_is_sent_after_enabling(
    server: EmbeddedServer,
    tables: TableCache,
    hooks: RedisWebhookStore,
    receiver: Receiver,
    caplog: pytest.LogCaptureFixture,
) -> None:
    anne = new_id(WORLD)
    hook = await hooked(hooks, anne, receiver.url, events=("table_started",))
    receiver.answers = [503] * 1_000_000
    async with working(server.url, "one", most=3, pauses=(0.2,) * 1000):
        for _ in range(4):
            await (await seated(tables, host=anne)).start()
        await eventually(lambda: _disabled(hooks, hook))
        await eventually(lambda: "3 deliveries wait" in caplog.text)
        receiver.answers.clear()
        await hooks.enable(hook)
        await eventually(lambda: nothing_waits(hooks))
        [lost] = [each for each in await log_of(hooks, hook) if each.status == "failed"]
        assert lost.reason is not None
        assert await hooks.redeliver(hook, lost.id, 3) == "queued"
        await eventually(lambda: nothing_waits(hooks))
    assert {each.status for each in await log_of(hooks, hook)} == {"delivered"}
    assert len(await log_of(hooks, hook)) == 4
