"""Who opens a stream: by a token, or by a ticket that replaces it for one client."""

import secrets
from typing import Annotated, NamedTuple, TypeAlias

from litestar.params import QueryParameter

from api.http import auth
from api.http.params import AnyRequest
from api.problems.handlers import ApiProblem
from api.services import Services, services_of
from api.streaming.session import StreamOwner
from application.ports.tickets import Ticket
from domain.kernel.ids import PlayerId, TableId
from domain.kernel.messages import Value

LONGEST = 600
TICKET_SECONDS = 30  # until the first use
RESUME_SECONDS = 3600  # from the first use: a browser reconnects to the same address
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


class TicketIssued(Value, frozen=True):
    """A ticket for a stream; `stream` is the path that has it.

    Use it within `seconds`. The same client (address and `User-Agent`) may then reconnect with it
    and `Last-Event-ID` for `resume_seconds`.
    """

    ticket: str
    seconds: int
    resume_seconds: int
    stream: str


class StreamCaller(NamedTuple):
    player: PlayerId | None
    token: bytes | None  # the hash of the token behind the request
    invited: bool = False  # by the ticket


async def stream_caller(
    request: AnyRequest, subject: TableId = "", ticket: str | None = None, resume: bool = False
) -> StreamCaller:
    """Return the caller, and the hash of the token that stands behind the request."""
    if ticket is None:
        player = await auth.maybe_player(request)
        return StreamCaller(player, None if player is None else auth.token_hash(request))
    client = f"{client_address(request)} {request.headers.get('user-agent', '')}"
    found = await _redeem(services_of(request), ticket, subject, client, resume)
    return StreamCaller(found.player, found.token, found.invited)


def client_address(request: AnyRequest) -> str:
    return request.client.host if request.client else ""


def stream_owner(
    request: AnyRequest, caller: StreamCaller, wanted: float | None, table: TableId | None = None
) -> StreamOwner:
    """Return who opens a stream, and for how long."""
    seconds = services_of(request).settings.stream_seconds if wanted is None else wanted
    return StreamOwner(caller.player, caller.token, client_address(request), seconds, table)


async def issue_ticket(services: Services, ticket: Ticket, path: str) -> TicketIssued:
    """Return a new ticket for the stream at this path."""
    secret = secrets.token_urlsafe(32)
    await services.tickets.issue(secret, ticket, TICKET_SECONDS)
    return TicketIssued(secret, TICKET_SECONDS, RESUME_SECONDS, f"{path}?ticket={secret}")


async def _redeem(
    services: Services, secret: str, table: TableId, client: str, resume: bool
) -> Ticket:
    """Return a ticket whose token is valid; a used one counts only for its client, to resume."""
    ticket = await services.tickets.redeem(secret, table, client, resume, RESUME_SECONDS)
    if ticket is None or await services.tokens.find(ticket.token) is None:
        raise ApiProblem("ticket_unknown", field="ticket")
    return ticket
