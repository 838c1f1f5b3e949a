"""The queue of a webhook, its log of deliveries and its due time change together."""

import pytest

from application.ports.webhooks import Delivery, DueWebhook, Settled
from application.webhooks.overflow import overflow
from store.client.pipeline import PipelinedClient
from store.people.people_keys import WEBHOOK_REVISION
from tests.support.stores.stored_webhooks import (
    WebhookQueue,
    made,
    notice,
)

pytestmark = pytest.mark.anyio


async def test_a_notice_is_queued_once_however_often_it_is_written(queue: WebhookQueue) -> None:
    hook = await made(queue.hooks)
    await queue.notify(hook, notice())
    await queue.notify(hook, notice())
    claim = await queue.claim()
    assert claim is not None
    assert (claim.hook, claim.delivery) == (hook, notice())
    assert await queue.claim() is None  # a webhook has one attempt at a time
    await queue.deliver(claim)
    assert await queue.claim() is None
    assert await queue.statuses("one") == {"msg_001": "delivered"}


async def test_what_happened_before_a_webhook_was_made_is_not_sent(queue: WebhookQueue) -> None:
    hook = await made(queue.hooks)
    await queue.notify(hook, notice(), hook.created - 1)
    assert await queue.hooks.deliveries("one", 9) == []
    await queue.notify(hook, notice(), hook.created)
    assert len(await queue.hooks.deliveries("one", 9)) == 1


async def test_deliveries_are_claimed_in_the_order_of_what_happened(queue: WebhookQueue) -> None:
    hook = await made(queue.hooks)
    for n in (3, 1, 2):
        await queue.notify(hook, notice(n, event="table_started"))
    assert await queue.deliver_all() == ["msg_003", "msg_001", "msg_002"]


async def test_a_failed_attempt_is_repeated_when_it_is_time_and_others_go_on(
    queue: WebhookQueue,
) -> None:
    hook = await made(queue.hooks)
    await queue.notify(hook, notice(1, event="table_started"))
    await queue.notify(hook, notice(2, event="table_finished"))
    claim = await queue.claim()
    assert claim is not None
    await queue.fail(claim, again_ms=3_600_000)
    assert await queue.deliver_all() == ["msg_002"]
    [(_, second), (_, first)] = await queue.hooks.deliveries("one", 9)
    assert (first.status, first.tries, len(first.attempts)) == ("waiting", 1, 1)
    assert second.status == "delivered"
    assert await queue.hooks.waiting() == 1


async def test_the_newest_turn_at_a_table_replaces_the_one_that_waits(queue: WebhookQueue) -> None:
    hook = await made(queue.hooks)
    for n in range(1, 6):
        await queue.notify(hook, notice(n))
    await queue.notify(hook, notice(6, table="u" * 26))
    await queue.notify(hook, notice(7, event="table_finished"))
    log = dict(enumerate((each for _, each in await queue.hooks.deliveries("one", 9)), 1))
    assert [log[n].status for n in (3, 4)] == ["waiting", "superseded"]
    assert log[4].superseded_by == "msg_005"
    assert await queue.deliver_all() == ["msg_005", "msg_006", "msg_007"]


async def test_a_turn_that_is_being_sent_is_not_replaced_but_not_repeated_either(
    queue: WebhookQueue,
) -> None:
    hook = await made(queue.hooks)
    await queue.notify(hook, notice(1))
    sending = await queue.claim()
    assert sending is not None
    await queue.notify(hook, notice(2))
    assert await queue.statuses("one") == {"msg_001": "waiting", "msg_002": "waiting"}
    await queue.fail(sending, again_ms=0)
    assert await queue.statuses("one") == {"msg_001": "superseded", "msg_002": "waiting"}
    assert await queue.deliver_all() == ["msg_002"]


async def test_a_full_queue_disables_its_webhook_and_says_so_in_the_log(
    queue: WebhookQueue,
) -> None:
    hook = await made(queue.hooks)
    for n in range(4):
        await queue.notify(hook, notice(n, event="table_started"), most=3)
    [(_, newest), *_] = await queue.hooks.deliveries("one", 9)
    assert newest.status == "failed"
    assert newest.reason == overflow(notice(), 3).delivery.reason
    [after] = await queue.hooks.find(["one"])
    assert after is not None
    assert after.disabled == overflow(notice(), 3).disabled
    assert await queue.claim() is None
    assert await queue.hooks.waiting() == 0


async def test_what_waits_survives_disabling_and_is_sent_when_enabled(queue: WebhookQueue) -> None:
    hook = await made(queue.hooks)
    for n in range(4):
        await queue.notify(hook, notice(n, event="table_started"), most=3)
    await queue.notify(hook, notice(9, event="table_started"), most=3)  # while it is disabled
    await queue.hooks.enable(hook)
    assert await queue.deliver_all() == ["msg_000", "msg_001", "msg_002"]
    assert (await queue.statuses("one"))["msg_003"] == "failed"
    assert "msg_009" not in await queue.statuses("one")


async def test_a_pause_of_the_webhook_holds_for_all_its_deliveries(queue: WebhookQueue) -> None:
    hook = await made(queue.hooks)
    await queue.notify(hook, notice(1, event="table_started"))
    claim = await queue.claim()
    assert claim is not None
    failed = Settled(claim.delivery, 0, 3, failing_since=77, pause_ms=3_600_000)
    await queue.hooks.settle(claim, failed)
    await queue.notify(hook, notice(2, event="table_started"))
    assert await queue.claim() is None
    [after] = await queue.hooks.find(["one"])
    assert after is not None
    assert (after.failures, after.failing_since) == (3, 77)
    assert after.resumes is not None
    await queue.hooks.enable(hook)
    assert await queue.deliver_all() == ["msg_001", "msg_002"]
    [after] = await queue.hooks.find(["one"])
    assert after is not None
    assert (after.failures, after.failing_since, after.resumes) == (0, None, None)


async def test_a_courier_that_lost_its_lease_does_not_end_that_of_another(
    queue: WebhookQueue,
) -> None:
    hook = await made(queue.hooks)
    await queue.notify(hook, notice(1, event="table_started"))
    await queue.notify(hook, notice(2, event="table_started"))
    slow = await queue.claim(lease_ms=1)
    assert slow is not None
    second = await queue.until_claimed()
    assert second.delivery == slow.delivery  # at least once
    await queue.deliver(slow)
    assert await queue.claim() is None
    await queue.deliver(second)
    assert await queue.deliver_all() == ["msg_002"]


async def test_a_claim_that_is_sent_twice_gets_the_same_answer(queue: WebhookQueue) -> None:
    hook = await made(queue.hooks)
    await queue.notify(hook, notice())
    [due] = await queue.due.overdue(9)
    first = await queue.hooks.claim(due, 30_000, "token")
    assert first is not None
    assert await queue.hooks.claim(due, 30_000, "token") == first
    assert await queue.hooks.claim(due, 30_000, "other") is None


async def test_a_postponed_webhook_is_due_later_unless_it_was_changed(queue: WebhookQueue) -> None:
    hook = await made(queue.hooks)
    await queue.notify(hook, notice())
    [due] = await queue.due.overdue(9)
    await queue.due.postpone([DueWebhook("one", b"1")], 3_600_000)
    assert await queue.due.overdue(9) == [due]
    await queue.due.postpone([due], 3_600_000)
    assert await queue.due.overdue(9) == []
    await queue.notify(hook, notice(2, table="u" * 26))
    assert len(await queue.due.overdue(9)) == 1


async def test_the_log_is_paged_and_bounded(queue: WebhookQueue) -> None:
    hook = await made(queue.hooks)
    for n in range(105):
        await queue.notify(hook, notice(n, event="table_started"))
        await queue.deliver_all()
    seen: list[Delivery] = []
    before: int | None = None
    while page := await queue.hooks.deliveries("one", 30, before):
        seen += [delivery for _, delivery in page]
        before = page[-1][0]
    assert [each.version for each in seen] == list(range(104, 4, -1))


async def test_a_removed_webhook_leaves_nothing(
    client: PipelinedClient, queue: WebhookQueue
) -> None:
    hook = await made(queue.hooks)
    await queue.notify(hook, notice())
    [due] = await queue.due.overdue(9)
    claim = await queue.claim()
    assert claim is not None
    await queue.hooks.remove(hook)
    assert await client.execute("KEYS", "{webhooks}*") == [WEBHOOK_REVISION.encode()]
    await queue.notify(hook, notice(2))
    await queue.deliver(claim)  # by a courier that was under way
    assert await queue.hooks.claim(due, 30_000, "x") is None
    assert await queue.hooks.redeliver(hook, "msg_001", 9) == "unknown"
    assert await client.execute("KEYS", "{webhooks}*") == [WEBHOOK_REVISION.encode()]
