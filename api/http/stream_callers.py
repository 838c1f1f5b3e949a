"""Who opens a stream: by a token, or by a ticket that stands for one."""

from typing import Annotated, NamedTuple, TypeAlias

from litestar.params import QueryParameter

from api.http import auth
from api.http.params import AnyRequest
from api.services import Services, services_of
from api.streaming import tickets
from domain.kernel.ids import PlayerId, TableId

LONGEST = 600
TicketQuery: TypeAlias = Annotated[
    str | None,
    QueryParameter(
        name="ticket",
        min_length=1,
        max_length=64,
        description="A ticket from `POST …/tickets`. It takes precedence over a token. After its"
        " first use, the same client may send it again with `Last-Event-ID`, for an hour.",
    ),
]
MaxSeconds: TypeAlias = Annotated[
    float | None,
    QueryParameter(
        name="max_seconds",
        ge=0,
        le=LONGEST,
        description="End the stream after this many seconds. The default is 60 unless the operator"
        " changed it.",
    ),
]


class StreamCaller(NamedTuple):
    player: PlayerId | None
    token: bytes | None  # the hash of the token behind the request
    invited: bool = False  # by the ticket


async def stream_caller(
    request: AnyRequest, subject: TableId, ticket: str | None, resume: bool
) -> StreamCaller:
    """Return the caller, and the hash of the token that stands behind the request."""
    if ticket is None:
        player = await auth.maybe_player(request)
        return StreamCaller(player, None if player is None else auth.token_hash(request))
    client = f"{client_address(request)} {request.headers.get('user-agent', '')}"
    found = await tickets.redeem(services_of(request), ticket, subject, client, resume)
    return StreamCaller(found.player, found.token, found.invited)


def client_address(request: AnyRequest) -> str:
    return request.client.host if request.client else ""


def stream_seconds(services: Services, wanted: float | None) -> float:
    """Return how long a stream may last."""
    return services.settings.stream_seconds if wanted is None else wanted
