"""Deliveries of a webhook: the notice, each attempt and its result; sending one again."""

import re
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.params import FromPath, QueryParameter

from api.http import auth
from api.http.operation import describe, to_each
from api.http.paging import next_page
from api.http.params import CursorQuery
from api.http.webhooks import own_webhook
from api.problems.handlers import ApiProblem
from api.problems.refusals import NoSuchPage
from api.services import services_of
from application.ports.webhooks import Delivery
from application.webhooks.notices import test_delivery
from application.webhooks.overflow import overflow
from application.world import new_id
from domain.kernel.messages import Value
from domain.kernel.moments import rfc3339
from projections.cursor import decode_cursor, encode_cursor

PLACE = re.compile(r"[1-9][0-9]{0,14}")
NOT_QUEUED = {
    "unknown": "no_such_delivery",
    "disabled": "webhook_disabled",
    "full": "webhook_queue_full",
}


class DeliveryPage(Value, frozen=True):
    """Deliveries, newest first; `next` is the cursor of the next page, null on the last."""

    deliveries: tuple[Delivery, ...]
    next: str | None


class RedeliveryQueued(Value, frozen=True):
    """How many deliveries were queued again, and how many failed ones did not fit the queue."""

    queued: int
    failed: int


@get(
    "/v1/webhooks/{webhook:str}/deliveries",
    operation_id="listDeliveries",
    summary="List deliveries of a webhook",
    opt=describe(
        tag="Webhooks",
        answers={200: DeliveryPage},
        returns={200: "A page of deliveries, newest first, each with its attempts."},
        problems=("no_such_webhook", "no_such_page"),
        bearer=True,
        scope="webhooks",
        headers={200: ("Link",)},
        links=to_each(
            {"webhook": "$request.path.webhook", "delivery": "$response.body#/deliveries/0/id"},
            "redeliver",
        ),
    ),
)
async def list_deliveries(
    request: Request[Any, Any, Any],
    webhook: FromPath[str],
    cursor: CursorQuery = None,
    limit: Annotated[
        int, QueryParameter(name="limit", ge=1, le=100, description="Most deliveries on a page.")
    ] = 20,
) -> Response[DeliveryPage]:
    """Returns the deliveries of one of your webhooks, with the result of every attempt.

    The server will send or retry those with the status `waiting`. A newer `your_turn` of the same
    table took the place of a `superseded` one. The server keeps all deliveries that wait, the last
    250 that failed, and the last 100 others. Only the owner of the webhook may call this.
    """
    services = services_of(request)
    hook = await own_webhook(services, await auth.player(request), webhook)
    try:
        before = None if cursor is None else int(decode_cursor(cursor, PLACE))
    except ValueError as wrong:
        raise ApiProblem(NoSuchPage(str(wrong)), "cursor") from None
    found = await services.webhooks.deliveries(hook.id, limit + 1, before)
    following = encode_cursor(str(found[limit - 1][0])) if len(found) > limit else None
    page = DeliveryPage(tuple(delivery for _, delivery in found[:limit]), following)
    return Response(page, headers=next_page(request, cursor=following))


@post(
    "/v1/webhooks/{webhook:str}/deliveries/{delivery:str}/redeliver",
    operation_id="redeliver",
    summary="Send a delivery again",
    status_code=202,
    opt=describe(
        tag="Webhooks",
        answers={202: Delivery},
        returns={202: "The delivery, which waits again."},
        problems=("no_such_webhook", *NOT_QUEUED.values()),
        bearer=True,
        scope="webhooks",
    ),
)
async def redeliver(
    request: Request[Any, Any, Any], webhook: FromPath[str], delivery: FromPath[str]
) -> Delivery:
    """Queues a delivery of the log again, with the same id and a new series of attempts.

    If the delivery waits for its next attempt, the server sends it now. A pause of the webhook
    (`paused_until`) still holds; enable the webhook to end it. Only the owner of the webhook may
    call this.
    """
    services = services_of(request)
    hook = await own_webhook(services, await auth.player(request), webhook)
    most = services.settings.webhooks_waiting
    reply = await services.webhooks.redeliver(hook, delivery, most)
    if reply != "queued":
        raise ApiProblem(NOT_QUEUED[reply])
    found = await services.webhooks.delivery(hook.id, delivery)
    if found is None:  # the webhook was deleted meanwhile
        raise ApiProblem("no_such_delivery")
    return found


@post(
    "/v1/webhooks/{webhook:str}/redeliver",
    operation_id="redeliverFailed",
    summary="Send all failed deliveries again",
    status_code=202,
    opt=describe(
        tag="Webhooks",
        answers={202: RedeliveryQueued},
        returns={202: "The number of deliveries that wait again."},
        problems=("no_such_webhook", "webhook_disabled"),
        bearer=True,
        scope="webhooks",
    ),
)
async def redeliver_failed(
    request: Request[Any, Any, Any], webhook: FromPath[str]
) -> RedeliveryQueued:
    """Queues all failed deliveries again, each with the same id and a new series of attempts.

    Of several `your_turn` of one table, the server sends only the newest. `failed` counts the
    deliveries that did not fit the queue: call this again later. Only the owner of the webhook may
    call this.
    """
    services = services_of(request)
    hook = await own_webhook(services, await auth.player(request), webhook)
    done = await services.webhooks.redeliver_failed(hook, services.settings.webhooks_waiting)
    if done is None:
        raise ApiProblem("webhook_disabled")
    return RedeliveryQueued(*done)


@post(
    "/v1/webhooks/{webhook:str}/test",
    operation_id="testWebhook",
    summary="Send a test to a webhook",
    status_code=202,
    opt=describe(
        tag="Webhooks",
        answers={202: Delivery},
        returns={202: "The delivery of the test, which waits."},
        problems=(
            "no_such_webhook",
            "webhook_disabled",
            "webhook_queue_full",
            "too_many_tests",
        ),
        bearer=True,
        scope="webhooks",
        links=to_each({"webhook": "$request.path.webhook"}, "listDeliveries"),
    ),
)
async def test_webhook(request: Request[Any, Any, Any], webhook: FromPath[str]) -> Delivery:
    """Queues a notice of the type `test`, which is signed and sent like any other.

    Its `table` and `version` are null. The deliveries of the webhook show how your address
    responded. Only the owner of the webhook may call this.
    """
    services = services_of(request)
    player = await auth.player(request)
    hook = await own_webhook(services, player, webhook)
    if hook.disabled is not None:
        raise ApiProblem("webhook_disabled")
    most = services.settings.webhooks_waiting
    if await services.webhooks.queued(hook) >= most:
        raise ApiProblem("webhook_queue_full")
    await services.quotas.test_webhook(player)
    now = max(services.world.now(), hook.created)
    sent = test_delivery(new_id(services.world), rfc3339(now))
    await services.webhooks.notify(hook, sent, now, most, overflow(sent, most))
    return sent


HANDLERS = (list_deliveries, redeliver, redeliver_failed, test_webhook)
