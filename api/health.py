"""Is it alive, is it ready, how is it doing."""

from contextlib import suppress
from typing import Literal

from litestar import Response, get

from api import metrics
from api.describe import describe
from api.desk import Desk, desk_of
from api.reading import AnyRequest
from domain.kernel.messages import Value
from domain.play.log import StoreUnavailable
from eventlog.deadlines import Deadlines
from eventlog.feed_group import GROUPS, lags
from eventlog.hooks import DUE


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
    told = await desk_of(request).store.ping()
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
    desk = desk_of(request)
    metrics.cached_tables.set(desk.tables.cached)
    metrics.store_batches.set(desk.store.pipe.batches)
    metrics.streams_open.set(desk.hall.open)
    with suppress(StoreUnavailable):  # metrics are wanted most when something is wrong
        for measure in (_clocks, _feeds, _webhooks, _queue):
            await measure(desk)
    return Response(metrics.exposed(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def _clocks(desk: Desk) -> None:
    metrics.clock_lateness.set(await desk.store.deadlines.lateness() or 0)


async def _feeds(desk: Desk) -> None:
    for reader, lag in (await lags(desk.store.pipe, GROUPS)).items():
        metrics.feed_lag.labels(reader).set(lag)
    metrics.ranking_lag.set(await desk.standings.store.lag())


async def _webhooks(desk: Desk) -> None:
    metrics.webhooks_waiting.set(await desk.hooks.waiting())
    overdue = Deadlines(desk.store.pipe, (DUE,))
    metrics.webhooks_lateness.set(await overdue.lateness() or 0)


async def _queue(desk: Desk) -> None:
    for queue, length in (await desk.chores.lengths()).items():
        metrics.queue_length.labels(queue).set(length)


HANDLERS = (live, ready, get_metrics)
