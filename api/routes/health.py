"""Liveness, readiness and metrics of a web process."""

from typing import Literal

from litestar import Response, get

from api.http.params import AnyRequest
from api.openapi.operation import describe
from api.problems.handlers import ApiProblem
from api.services import services_of
from application.readiness import causes
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
    opt=describe(tag="Health", answers={200: Ready}, problems=("store_unavailable", "not_ready")),
)
async def ready(request: AnyRequest) -> Ready:
    """200 when the store takes writes and has room for more; reports its durability.

    `always`: fsynced before it is sent; `everysec`: up to a second may be lost with the machine.
    503 `not_ready` names the cause: the store refuses writes, or its memory or disk is nearly
    full. Requests may still succeed then.
    """
    services = services_of(request)
    store = await services.store_facts()
    if found := causes(store, services.limits):
        raise ApiProblem("not_ready", " ".join(found))
    return Ready("ready", store.server, store.version, store.durability, store.latency_ms)


@get(
    "/metrics",
    operation_id="getMetrics",
    summary="Prometheus metrics",
    opt=describe(
        tag="Health", answers={200: str}, problems=(), store=False, media_type="text/plain"
    ),
)
async def get_metrics(request: AnyRequest) -> Response[bytes]:
    """Counters and timings in the Prometheus text format."""
    content = await services_of(request).metrics()
    return Response(content, media_type="text/plain; version=0.0.4; charset=utf-8")


HANDLERS = (live, ready, get_metrics)
