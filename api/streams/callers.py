"""Who opens a stream: by a token, or by a ticket that replaces it for one client."""

import secrets
from typing import Annotated, NamedTuple, TypeAlias

from litestar import Response
from litestar.params import QueryParameter

from api.http.callers import maybe_reading, sent_token
from api.http.injection import AnyRequest, Needs, Part
from api.http.operation import Answer
from api.problems.handlers import ApiProblem
from api.streaming.session import StreamOwner
from api.transport.answer import PRIVATE
from application.ports.tickets import Ticket, Tickets
from application.settings import Settings
from application.token_cache import TokenCache
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


class TicketAnswer(Value, frozen=True):
    """A ticket for a stream; `stream` is the path that has it.

    Use it within `seconds`. The same client (address and `User-Agent`) may then reconnect with it
    and `Last-Event-ID` for `resume_seconds`.
    """

    ticket: str
    """Send it as the query parameter `ticket` of the stream."""
    seconds: int
    """How many seconds you have to open the stream."""
    resume_seconds: int
    """Seconds after the first use in which it can be resumed."""
    stream: str
    """The path of the stream with the ticket."""


class StreamCaller(NamedTuple):
    player: PlayerId | None
    token: bytes | None  # the hash of the token behind the request
    invited: bool = False  # by the ticket


async def _openable(
    tokens: Part[TokenCache], tickets: Part[Tickets], settings: Part[Settings]
) -> "StreamCallers":
    return StreamCallers(tokens, tickets, settings)


class StreamCallers:
    """Finds out who opens a stream."""

    def __init__(self, tokens: TokenCache, tickets: Tickets, settings: Settings) -> None:
        self._tokens, self._tickets, self._settings = tokens, tickets, settings

    async def by_token(self, request: AnyRequest) -> StreamCaller:
        """Return the caller, and the hash of the token of the request."""
        player = await maybe_reading(request, self._tokens)
        return StreamCaller(player, None if player is None else sent_token(request))

    async def by_ticket(
        self, request: AnyRequest, ticket: str | None, subject: TableId, resume: bool
    ) -> StreamCaller:
        """Return the same for a ticket; a used one counts only for its client, to resume."""
        if ticket is None:
            return await self.by_token(request)
        client = f"{client_address(request)} {request.headers.get('user-agent', '')}"
        found = await self._tickets.redeem(ticket, subject, client, resume, RESUME_SECONDS)
        if found is None or await self._tokens.find(found.token) is None:
            raise ApiProblem("ticket_unknown", field="ticket")
        return StreamCaller(found.player, found.token, found.invited)

    def owner(
        self,
        request: AnyRequest,
        caller: StreamCaller,
        wanted: float | None,
        table: TableId | None = None,
    ) -> StreamOwner:
        """Return who opens a stream, and for how long."""
        seconds = self._settings.stream_seconds if wanted is None else wanted
        return StreamOwner(caller.player, caller.token, client_address(request), seconds, table)


Callers: TypeAlias = Annotated[StreamCallers, Needs(_openable, None, "read")]


def client_address(request: AnyRequest) -> str:
    return request.client.host if request.client else ""


NewTicket: TypeAlias = Annotated[Response[TicketAnswer], Answer(TicketAnswer, 201)]


async def issue_ticket(tickets: Tickets, ticket: Ticket, path: str) -> Response[TicketAnswer]:
    """Return the answer with a new ticket for the stream at this path."""
    secret = secrets.token_urlsafe(32)
    await tickets.issue(secret, ticket, TICKET_SECONDS)
    issued = TicketAnswer(secret, TICKET_SECONDS, RESUME_SECONDS, f"{path}?ticket={secret}")
    return Response(issued, status_code=201, headers=PRIVATE)
