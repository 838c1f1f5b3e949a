"""Deliveries of a webhook: the notice, each attempt and its result; sending one again."""

import re
from typing import Annotated

from litestar.params import FromPath, QueryParameter

from api.http.injection import AnyRequest, Part
from api.http.operation import get, post, to_each
from api.http.paging import Page, position
from api.http.params import CursorQuery
from api.problems.handlers import ApiProblem
from api.webhooks.own_webhook import OwnWebhook
from application.ports.webhooks import Delivery, WebhookStore
from application.ports.world import World
from application.quotas import Quotas
from application.settings import Settings
from application.webhooks.notices import test_delivery
from application.webhooks.overflow import overflow
from application.world import new_id
from domain.kernel.ids import rfc3339
from domain.kernel.messages import Value
from projections.cursor import encode_cursor

PLACE = re.compile(r"[1-9][0-9]{0,14}")
NOT_QUEUED = {
    "unknown": "no_such_delivery",
    "disabled": "webhook_disabled",
    "full": "webhook_queue_full",
}


class DeliveryPage(Value, frozen=True):
    """Deliveries, newest first; `next` is the cursor of the next page, null on the last."""

    deliveries: tuple[Delivery, ...]
    """The deliveries, the newest first."""
    next: str | None
    """The cursor of the next page; null on the last."""


class RedeliveryAnswer(Value, frozen=True):
    """How many deliveries were queued again, and how many failed ones did not fit the queue."""

    queued: int
    """How many deliveries are queued again."""
    failed: int
    """How many deliveries still have the status `failed`."""


@get(
    "/v1/webhooks/{webhook:str}/deliveries",
    "List deliveries of a webhook",
    "A page of deliveries, newest first, each with its attempts.",
    links=to_each(
        {"webhook": "$request.path.webhook", "delivery": "$response.body#/deliveries/0/id"},
        "redeliver",
    ),
)
async def list_deliveries(
    request: AnyRequest,
    hook: OwnWebhook,
    webhooks: Part[WebhookStore],
    cursor: CursorQuery = None,
    limit: Annotated[
        int, QueryParameter(name="limit", ge=1, le=100, description="Most deliveries on a page.")
    ] = 20,
) -> Page[DeliveryPage]:
    """Returns the deliveries of one of your webhooks, with the result of every attempt.

    The server will send or retry those with the status `waiting`. A newer `your_turn` of the same
    table took the place of a `superseded` one. The server keeps all deliveries that wait, the last
    250 that failed, and the last 100 others. Only the owner of the webhook may call this.
    """
    before = None if cursor is None else int(position(cursor, PLACE))
    found = await webhooks.deliveries(hook.id, limit + 1, before)
    following = encode_cursor(str(found[limit - 1][0])) if len(found) > limit else None
    page = DeliveryPage(tuple(delivery for _, delivery in found[:limit]), following)
    return Page(page, request, cursor=following)


@post(
    "/v1/webhooks/{webhook:str}/deliveries/{delivery:str}/redeliver",
    "Send a delivery again",
    "The delivery, which waits again.",
    status=202,
)
async def redeliver(
    hook: OwnWebhook,
    delivery: FromPath[str],
    webhooks: Part[WebhookStore],
    settings: Part[Settings],
) -> Delivery:
    """Queues a delivery of the log again, with the same id and a new series of attempts.

    If the delivery waits for its next attempt, the server sends it now. A pause of the webhook
    (`paused_until`) still holds; enable the webhook to end it. Only the owner of the webhook may
    call this.
    """
    reply = await webhooks.redeliver(hook, delivery, settings.webhooks_waiting)
    if reply != "queued":
        raise ApiProblem(NOT_QUEUED[reply])
    found = await webhooks.delivery(hook.id, delivery)
    if found is None:  # the webhook was deleted meanwhile
        raise ApiProblem("no_such_delivery")
    return found


@post(
    "/v1/webhooks/{webhook:str}/redeliver",
    "Send all failed deliveries again",
    "The number of deliveries that wait again.",
    status=202,
)
async def redeliver_failed(
    hook: OwnWebhook, webhooks: Part[WebhookStore], settings: Part[Settings]
) -> RedeliveryAnswer:
    """Queues all failed deliveries again, each with the same id and a new series of attempts.

    Of several `your_turn` of one table, the server sends only the newest. `failed` counts the
    deliveries that did not fit the queue: call this again later. Only the owner of the webhook may
    call this.
    """
    done = await webhooks.redeliver_failed(hook, settings.webhooks_waiting)
    if done is None:
        raise ApiProblem("webhook_disabled")
    return RedeliveryAnswer(*done)


@post(
    "/v1/webhooks/{webhook:str}/test",
    "Send a test to a webhook",
    "The delivery of the test, which waits.",
    status=202,
    links=to_each({"webhook": "$request.path.webhook"}, "listDeliveries"),
)
async def test_webhook(
    hook: OwnWebhook,
    webhooks: Part[WebhookStore],
    quotas: Part[Quotas],
    settings: Part[Settings],
    world: Part[World],
) -> Delivery:
    """Queues a notice of the type `test`, which is signed and sent like any other.

    Its `table` and `version` are null. The deliveries of the webhook show how your address
    responded. Only the owner of the webhook may call this.
    """
    if hook.disabled is not None:
        raise ApiProblem("webhook_disabled")
    most = settings.webhooks_waiting
    if await webhooks.queued(hook) >= most:
        raise ApiProblem("webhook_queue_full")
    await quotas.test_webhook(hook.about.owner)
    now = max(world.now(), hook.created)
    sent = test_delivery(new_id(world), rfc3339(now))
    await webhooks.notify(hook, sent, now, most, overflow(sent, most))
    return sent
