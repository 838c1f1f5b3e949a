"""Liveness, readiness and metrics of a web process."""

from typing import Literal

from litestar import Response, get

from api.http.params import AnyRequest
from api.openapi.operation import describe
from api.problems.handlers import ApiProblem
from api.services import METRICS_MEDIA_TYPE, services_of
from domain.kernel.messages import Value


class Alive(Value, frozen=True):
    status: Literal["alive"]


class Ready(Value, frozen=True):
    """`durability`: when the store forces an acknowledged event to its disk."""

    status: Literal["ready"]
    store: str
    store_version: str
    durability: str
    latency_ms: float


@get(
    "/health/live",
    operation_id="isAlive",
    summary="Is the process alive",
    opt=describe(tag="Health", answers={200: Alive}, problems=(), store=False),
)
async def live() -> Alive:
    """Answers as long as the process runs, whatever the store does."""
    return Alive("alive")


@get(
    "/health/ready",
    operation_id="isReady",
    summary="Can it take requests",
    opt=describe(tag="Health", answers={200: Ready}, problems=("store_unavailable",)),
)
async def ready(request: AnyRequest) -> Ready:
    """200 when the store answers; tells what an acknowledgement survives.

    `always`: fsynced before it is sent; `everysec`: up to a second may be lost with the machine.
    """
    store = await services_of(request).store_facts()
    return Ready(
        "ready", store["server"], store["version"], store["durability"], store["latency_ms"]
    )


@get(
    "/metrics",
    operation_id="getMetrics",
    summary="Prometheus metrics",
    opt=describe(
        tag="Health",
        answers={200: str},
        problems=("not_found",),
        store=False,
        media_type="text/plain",
    ),
)
async def get_metrics(request: AnyRequest) -> Response[bytes]:
    """Counters and timings in the Prometheus text format.

    A server that serves them on another address (`LUDOTHEQUE_METRICS_ADDRESS`) returns 404 here.
    """
    services = services_of(request)
    if services.settings.metrics_address is not None:
        raise ApiProblem("not_found", "This server shows its metrics on another address.")
    return Response(await services.metrics(), media_type=METRICS_MEDIA_TYPE)


HANDLERS = (live, ready, get_metrics)
