"""A webhook, its delivery log and its due deliveries change together."""

import pytest
from msgspec.structs import replace

from application.ports.webhooks import About, Attempt, Delivery, DeliveryRef, Disabled, Hook, Secret
from store.client.pipeline import PipelinedClient
from store.deadlines import RedisDueDeliveries
from store.webhooks import MOST_DELIVERIES, RedisWebhookStore

pytestmark = pytest.mark.anyio

ANNE, BOB, TABLE = "a" * 26, "b" * 26, "t" * 26
AT = "2026-01-01T12:00:00.000Z"
FUTURE = 9_999_999_999_999
OLD, NEW = Secret("whsec_old"), Secret("whsec_new")


@pytest.fixture
def hooks(client: PipelinedClient) -> RedisWebhookStore:
    return RedisWebhookStore(client)


@pytest.fixture
def due(client: PipelinedClient) -> RedisDueDeliveries:
    return RedisDueDeliveries(client)


def about(owner: str = ANNE, table: str | None = None) -> About:
    return About(owner, "https://example.org/", ("your_turn",), table)


def notice(n: int = 1) -> Delivery:
    return Delivery(id=f"msg_{n:03}", event="your_turn", table=TABLE, version=n, at=AT)


async def made(hooks: RedisWebhookStore, key: str = "one", what: About | None = None) -> Hook:
    hook = await hooks.add(key, what or about(), OLD, 10)
    assert hook is not None
    return hook


async def test_what_was_made_is_found_by_its_owner_and_by_what_it_is_about(
    hooks: RedisWebhookStore,
) -> None:
    own, other = await made(hooks), await made(hooks, "two", about(BOB, TABLE))
    assert await hooks.find(["one", "none"]) == [own, None]
    assert await hooks.of(ANNE) == [own]
    assert await hooks.about(TABLE, [ANNE]) == [other, own]
    assert await hooks.about("u" * 26, [BOB]) == []


async def test_a_player_cannot_exceed_the_limit(hooks: RedisWebhookStore) -> None:
    assert await hooks.add("one", about(), OLD, 2)
    assert await hooks.add("two", about(), OLD, 2)
    assert await hooks.add("three", about(), OLD, 2) is None
    assert await hooks.add("two", about(), OLD, 2)  # asked twice
    assert len(await hooks.of(ANNE)) == 2


async def test_a_notice_is_due_once_however_often_it_is_written(
    hooks: RedisWebhookStore, due: RedisDueDeliveries
) -> None:
    hook = await made(hooks)
    assert await hooks.notify(hook, notice(), FUTURE)
    assert not await hooks.notify(hook, notice(), FUTURE)
    assert await due.lease() == ["one|msg_001"]
    assert await due.lease() == []
    found = await hooks.due(DeliveryRef("one|msg_001"))
    assert found == (hook, notice())


async def test_events_before_the_webhook_was_created_are_not_sent(
    hooks: RedisWebhookStore,
) -> None:
    hook = await made(hooks)
    assert not await hooks.notify(hook, notice(), hook.created - 1)
    assert await hooks.notify(hook, notice(), hook.created)


async def test_an_attempt_is_logged_and_tried_again_when_it_is_time(
    hooks: RedisWebhookStore, due: RedisDueDeliveries
) -> None:
    hook = await made(hooks)
    await hooks.notify(hook, notice(), FUTURE)
    await due.lease()
    tried = replace(notice(), attempts=(Attempt(AT, 500, None),))
    await hooks.settle(hook, tried, 3_600_000, None)
    assert await due.lease() == []
    assert await due.lease(now_ms=FUTURE) == ["one|msg_001"]
    assert await hooks.deliveries("one") == [tried]


async def test_what_was_delivered_is_due_no_more(
    hooks: RedisWebhookStore, due: RedisDueDeliveries
) -> None:
    hook = await made(hooks)
    await hooks.notify(hook, notice(), FUTURE)
    await hooks.settle(hook, replace(notice(), status="delivered"), None, None)
    assert (await due.lease(now_ms=FUTURE), await hooks.waiting()) == ([], 0)
    [after] = await hooks.find(["one"])
    assert after is not None
    assert after.succeeded is not None


async def test_nothing_is_sent_to_a_disabled_webhook(hooks: RedisWebhookStore) -> None:
    hook = await made(hooks)
    await hooks.notify(hook, notice(), FUTURE)
    await hooks.settle(hook, replace(notice(), status="given_up"), None, Disabled(AT, "gone"))
    [after] = await hooks.find(["one"])
    assert after is not None
    assert after.disabled == Disabled(AT, "gone")
    assert not await hooks.notify(hook, notice(2), FUTURE)


async def test_the_log_is_bounded_and_the_newest_come_first(hooks: RedisWebhookStore) -> None:
    hook = await made(hooks)
    for n in range(MOST_DELIVERIES + 3):
        await hooks.notify(hook, notice(n), FUTURE)
    log = await hooks.deliveries("one")
    assert [each.version for each in log] == list(range(MOST_DELIVERIES + 2, 2, -1))
    assert await hooks.waiting() == MOST_DELIVERIES


async def test_of_what_was_removed_nothing_is_left(
    client: PipelinedClient, hooks: RedisWebhookStore
) -> None:
    hook = await made(hooks)
    await hooks.notify(hook, notice(), FUTURE)
    await hooks.remove(hook)
    assert await client.execute("KEYS", "{webhooks}*") == []
    assert not await hooks.notify(hook, notice(2), FUTURE)
    await hooks.settle(hook, notice(), 1, None)  # by a courier who was under way
    assert await hooks.due(DeliveryRef("one|msg_001")) is None
    assert await client.execute("KEYS", "{webhooks}*") == []


async def test_a_secret_is_replaced_only_if_the_last_one_was_read(hooks: RedisWebhookStore) -> None:
    hook = await made(hooks)
    assert await hooks.rotate(hook, (NEW, OLD))
    assert not await hooks.rotate(hook, (Secret("whsec_other"), OLD))
    [after] = await hooks.find(["one"])
    assert after is not None
    assert after.secrets == (NEW, OLD)
