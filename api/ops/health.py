"""Liveness, readiness and metrics of a web process."""

from typing import Annotated, Literal, TypeAlias

from litestar import Response

from api.http.injection import Part
from api.http.operation import Answer, get
from api.metrics import MEDIA_TYPE
from api.ops.measured import Measured
from api.problems.handlers import ApiProblem
from api.problems.limits import NotReady, StoreDown
from api.problems.refusals import MetricsElsewhere
from application.administration.watch import AdministrationWatch
from application.ops.readiness import Failover, Readiness, causes
from application.ports.event_log import StoreUnavailable
from application.settings import Settings
from domain.kernel.messages import Value


class AliveSeen(Value, frozen=True):
    """The process runs and answers."""

    status: Literal["alive"]
    """Always `alive`: a process that cannot answer returns nothing."""


class ReadySeen(Value, frozen=True):
    """The store responds. `durability` says when each of its servers writes events to disk.

    `replicas` says how many replicas must have a command before it is acknowledged, and `failover`
    whether acknowledged commands can be lost when a replica takes over. `maintenance` is the
    message of an administrator while nothing can be changed.
    """

    status: Literal["ready"]
    """Always `ready`: otherwise the answer is a problem with status 503."""
    store: str
    """The kind of store."""
    store_version: str
    """Which version of the store answers, for example `9.1.0`."""
    durability: str
    """How often the store writes to disk."""
    replicas: int
    """How many replicas must have a command before it is acknowledged."""
    failover: Failover
    """Whether a fail-over of the store can lose acknowledged commands."""
    latency_ms: float
    """How long the store took to answer."""
    maintenance: str | None
    """The message of an administrator while nothing can be changed; null otherwise."""
    sandbox: bool  # whether sandboxes may be opened: off in production
    """Whether sandboxes may be opened on this server."""


@get("/health/live", "Check liveness", "The process runs.")
async def is_alive() -> AliveSeen:
    """Returns 200 while the process runs, even if the store does not respond.

    No token is needed. The rate is 20 per second and address.
    """
    return AliveSeen("alive")


@get(
    "/health/ready",
    "Check readiness",
    "The store accepts writes: its version, durability and latency.",
)
async def is_ready(
    readiness: Part[Readiness],
    administration: Part[AdministrationWatch],
    settings: Part[Settings],
) -> ReadySeen:
    """Returns 200 if the store accepts writes, and 503 if not. No token is needed.

    503 `not_ready` names the cause: the store refuses writes, or its memory or disk is nearly
    full. In the second case requests still succeed.

    `durability` is `always` if the store writes every event to disk before the server acknowledges
    it. With `everysec`, a crash of the machine may lose the last second.

    `failover` is `none` if the store has no replica: a failed server comes back with its own disk.
    It is `keeps` if a replica has every command before the server acknowledges it. With `may_lose`,
    a replica can take over without the last acknowledged commands. `unknown` means that the server
    may not ask the store.

    During maintenance the status is 200: reading goes on. `maintenance` is the message.
    """
    try:
        store = await readiness.facts()
    except StoreUnavailable:
        if why := readiness.why_down():
            raise ApiProblem(StoreDown(why)) from None
        raise
    if found := causes(store, readiness.limits):
        raise ApiProblem(NotReady(tuple(found)))
    begun = (await administration.believed()).maintenance
    return ReadySeen(
        "ready",
        store.server,
        store.version,
        store.durability,
        settings.replicas,
        store.failover,
        store.latency_ms,
        None if begun is None else begun.message,
        settings.sandbox,
    )


Exposed: TypeAlias = Annotated[Response[bytes], Answer(str, media_type="text/plain")]


@get(
    "/metrics",
    "Get metrics",
    "The metrics of this process in the Prometheus text format.",
    store=False,  # without it, some metrics are old
)
async def get_metrics(settings: Part[Settings], measured: Part[Measured]) -> Exposed:
    """Returns counters and latencies of this process for Prometheus. No token is needed.

    The server returns 404 `not_found` if it serves its metrics on another address.
    """
    if settings.metrics_address is not None:
        raise ApiProblem(MetricsElsewhere())
    kind = MEDIA_TYPE.partition("; charset")[0]  # the framework appends that
    return Response(await measured.of_all_processes(), media_type=kind)
