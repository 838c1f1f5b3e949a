"""Deliveries of a webhook: what was sent, when, and with what result."""

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
    """The last hundred deliveries of a webhook, the newest first."""

    deliveries: tuple[Delivery, ...]


@get(
    "/v1/webhooks/{webhook:str}/deliveries",
    operation_id="listDeliveries",
    summary="The log of a webhook",
    opt=describe(
        tag="Webhooks", answers={200: Deliveries}, problems=("no_such_webhook",), bearer=True
    ),
)
async def list_deliveries(request: Request[Any, Any, Any], webhook: FromPath[str]) -> Deliveries:
    """Every delivery with its attempts; `waiting` ones will be tried again."""
    services = services_of(request)
    hook = await own_webhook(services, await auth.player(request), webhook)
    return Deliveries(tuple(await services.webhooks.deliveries(hook.id)))


HANDLERS = (list_deliveries,)
