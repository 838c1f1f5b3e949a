"""Is it alive, is it ready, how is it doing."""

from contextlib import suppress
from typing import Literal

from litestar import Response, get

from api.asgi import metrics
from api.http.params import AnyRequest
from api.openapi.operation import describe
from api.services import Services, services_of
from application.ports.event_log import StoreUnavailable
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
    told = await services_of(request).store.ping()
    return Ready("ready", told["server"], told["version"], told["durability"], told["latency_ms"])


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
    services = services_of(request)
    metrics.cached_tables.set(services.tables.cached)
    metrics.store_batches.set(services.store.batches)
    metrics.streams_open.set(services.hall.open)
    with suppress(StoreUnavailable):  # metrics are wanted most when something is wrong
        for measure in (_clocks, _feeds, _webhooks, _queue):
            await measure(services)
    return Response(metrics.exposed(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def _clocks(services: Services) -> None:
    metrics.clock_lateness.set(await services.store.deadlines.lateness() or 0)


async def _feeds(services: Services) -> None:
    for reader, lag in (await services.store.feed_lags()).items():
        metrics.feed_lag.labels(reader).set(lag)
    metrics.ranking_lag.set(await services.leaderboard.store.lag())


async def _webhooks(services: Services) -> None:
    metrics.webhooks_waiting.set(await services.webhooks.waiting())
    overdue = services.store.due_deliveries
    metrics.webhooks_lateness.set(await overdue.lateness() or 0)


async def _queue(services: Services) -> None:
    for queue, length in (await services.jobs.lengths()).items():
        metrics.queue_length.labels(queue).set(length)


HANDLERS = (live, ready, get_metrics)
