"""What was sent to a webhook, when, and what came of it."""

from typing import Any

from litestar import Request, get
from litestar.params import FromPath

from api import auth
from api.describe import describe
from api.desk import desk_of
from api.webhooks import own
from domain.kernel.messages import Value
from eventlog.hooks import Delivery


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
    desk = desk_of(request)
    hook = await own(desk, await auth.player(request), webhook)
    return Deliveries(tuple(await desk.hooks.deliveries(hook.id)))


HANDLERS = (list_deliveries,)
