"""Failed deliveries are sent again when their owner asks for it."""

import pytest

from application.ports.webhooks import Delivery, Disabled, Hook, Settled
from tests.support.stores.stored_webhooks import (
    WebhookQueue,
    made,
    notice,
)

pytestmark = pytest.mark.anyio


async def failed(queue: WebhookQueue, hook: Hook, *notices: Delivery) -> None:
    for each in notices:
        await queue.notify(hook, each)
        claim = await queue.claim()
        assert claim is not None
        await queue.fail(claim, again_ms=None)


async def test_one_delivery_of_the_log_is_sent_again(queue: WebhookQueue) -> None:
    hook = await made(queue.hooks)
    await failed(queue, hook, notice(1), notice(2))
    assert await queue.hooks.redeliver(hook, "msg_001", 9) == "queued"
    assert await queue.deliver_all() == ["msg_001"]
    assert await queue.statuses("one") == {"msg_001": "delivered", "msg_002": "failed"}
    assert await queue.hooks.redeliver(hook, "msg_001", 9) == "queued"  # although it arrived
    again = await queue.hooks.delivery("one", "msg_001")
    assert again is not None
    assert (again.status, again.tries, len(again.attempts)) == ("waiting", 0, 2)
    assert await queue.hooks.redeliver(hook, "msg_009", 9) == "unknown"
    assert await queue.hooks.redeliver(hook, "msg_002", 1) == "full"


async def test_all_failed_deliveries_are_sent_again_but_of_a_table_the_newest_turn(
    queue: WebhookQueue,
) -> None:
    hook = await made(queue.hooks)
    start, end = notice(3, event="table_started"), notice(4, event="table_finished")
    await failed(queue, hook, notice(1), notice(2), start, end)
    assert await queue.hooks.redeliver_failed(hook, 9) == (3, 0)
    assert await queue.deliver_all() == ["msg_002", "msg_003", "msg_004"]
    assert (await queue.statuses("one"))["msg_001"] == "superseded"


async def test_failed_deliveries_that_do_not_fit_stay_failed(queue: WebhookQueue) -> None:
    hook = await made(queue.hooks)
    await failed(queue, hook, *(notice(n, event="table_started") for n in range(3)))
    assert await queue.hooks.redeliver_failed(hook, 2) == (2, 1)
    assert await queue.deliver_all() == ["msg_001", "msg_002"]
    assert await queue.hooks.redeliver_failed(hook, 2) == (1, 0)


async def test_failed_deliveries_of_a_disabled_webhook_stay_failed(queue: WebhookQueue) -> None:
    hook = await made(queue.hooks)
    await queue.notify(hook, notice())
    claim = await queue.claim()
    assert claim is not None
    gone = Settled(claim.delivery, disabled=Disabled("2026-01-01T12:00:00.000Z", "gone"))
    await queue.hooks.settle(claim, gone)
    assert await queue.hooks.redeliver(hook, "msg_001", 9) == "disabled"
    assert await queue.hooks.redeliver_failed(hook, 9) is None
