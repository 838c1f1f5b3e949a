"""Deliveries of a webhook: the notice, each attempt and its result."""

from typing import Any

from litestar import Request, get
from litestar.params import FromPath

from api.http import auth
from api.http.webhooks import own_webhook
from api.openapi.operation import describe
from api.services import services_of
from application.ports.webhooks import Delivery
from domain.kernel.messages import Value


class Deliveries(Value, frozen=True):
    """The last 100 deliveries of a webhook, newest first."""

    deliveries: tuple[Delivery, ...]


@get(
    "/v1/webhooks/{webhook:str}/deliveries",
    operation_id="listDeliveries",
    summary="List deliveries of a webhook",
    opt=describe(
        tag="Webhooks",
        answers={200: Deliveries},
        returns={200: "The last 100 deliveries, newest first, each with its attempts."},
        problems=("no_such_webhook",),
        bearer=True,
    ),
)
async def list_deliveries(request: Request[Any, Any, Any], webhook: FromPath[str]) -> Deliveries:
    """Returns the deliveries of one of your webhooks, with the result of every attempt.

    The server will retry those with the status `waiting`. Only the owner of the webhook may call
    this.
    """
    services = services_of(request)
    hook = await own_webhook(services, await auth.player(request), webhook)
    return Deliveries(tuple(await services.webhooks.deliveries(hook.id)))


HANDLERS = (list_deliveries,)
