"""Heavy callers: who they are, and lower limits for some of them."""

from typing import Annotated

from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from api.admin.bodies import (
    AdminOffice,
    LimitSeen,
    Reason,
    ReasonQuery,
    Seconds,
    limit_seen,
)
from api.http.callers import Administrator
from api.http.injection import Part
from api.http.operation import Link, delete, get, post
from application.administration import callers
from application.administration.office import Office
from application.ports.usage import KEPT_MINUTES
from application.setting_values import Rate
from domain.kernel.ids import Count
from domain.kernel.messages import Value

MOST_LISTED = 100


class CallerSeen(Value, frozen=True):
    """What one player or one address has used, over all processes."""

    caller: str
    """The id of a player, an IPv4 address, or the /64 network of an IPv6 address."""
    requests: Count
    """How many requests it sent."""
    refused: Count
    """How many of them were over a limit."""
    work: Count
    """How many events its requests replayed."""


class CallerPage(Value, frozen=True):
    """The heaviest callers; a player and the address it calls from are listed both."""

    callers: Annotated[tuple[CallerSeen, ...], Meta(max_length=MOST_LISTED)]
    """The callers, the heaviest first."""


class LimitBody(Value, frozen=True, forbid_unknown_fields=True):
    """A lower rate limit for one caller."""

    caller: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=64,
            description="The id of a player, or an address as `listCallers` shows it.",
        ),
    ]
    per_second: Annotated[int, Meta(ge=1, le=10_000, description="How many requests per second.")]
    seconds: Annotated[Seconds, Meta(description="For how many seconds it holds.")]
    reason: Reason
    burst: (
        Annotated[
            int,
            Meta(
                ge=1, le=100_000, description="Requests at once; by default as many as per second."
            ),
        ]
        | None
    ) = None
    """Requests at once; null for as many as per second."""


@get(
    "/v1/admin/callers",
    "List heavy callers",
    "The players and addresses with the most requests.",
)
async def list_callers(
    office: AdminOffice,
    minutes: Annotated[
        int,
        QueryParameter(
            name="minutes", ge=1, le=KEPT_MINUTES, description="How many minutes to look back."
        ),
    ] = 5,
    limit: Annotated[
        int,
        QueryParameter(
            name="limit", ge=1, le=MOST_LISTED, description="The maximum number of callers."
        ),
    ] = 20,
) -> CallerPage:
    """Returns who used most of the server in the last minutes, the heaviest first.

    `requests` counts all requests, `refused` those over a limit, and `work` the events that were
    replayed. Processes add their counts every two seconds. Counts are deleted after 15 minutes.
    """
    found = await callers.heavy_callers(office, minutes, limit)
    return CallerPage(
        tuple(CallerSeen(each.caller, each.requests, each.refused, each.work) for each in found)
    )


@post(
    "/v1/admin/limits",
    "Limit a caller",
    "Limit set: its id, and until when.",
    status=201,
    links=(Link("liftLimit", {"limit": "$response.body#/id"}),),
)
async def limit_caller(
    by: Administrator, office: Part[Office], data: JSONBody[LimitBody]
) -> LimitSeen:
    """Sets a lower rate limit for one player or one address for a time.

    All tokens of a player share it, in each process. Beyond it the server returns 429
    `too_many_requests`. The command of a seat that must decide is not limited. A second limit of
    the same caller replaces the first.
    """
    rate = Rate(data.per_second, data.burst or data.per_second)
    limited = await callers.limit_caller(office, by, data.caller, rate, data.seconds, data.reason)
    return limit_seen(limited)


@delete(
    "/v1/admin/limits/{limit:str}",
    "Lift a limit",
    "Limit lifted; the general limits still apply.",
)
async def lift_limit(
    by: Administrator, office: Part[Office], limit: FromPath[str], reason: ReasonQuery = ""
) -> None:
    """Ends a lower rate limit before its time. Every process knows it within a second."""
    await callers.lift_limit(office, by, limit, reason)
