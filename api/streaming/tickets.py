"""Tickets for streams: a secret that replaces a token for one client, at one table."""

import secrets

from api.problems.handlers import ApiProblem
from api.services import Services
from application.ports.tickets import Ticket
from domain.kernel.ids import TableId
from domain.kernel.messages import Value

SECONDS = 30  # until the first use
RESUME_SECONDS = 3600  # from the first use: a browser reconnects to the same address


class TicketIssued(Value, frozen=True):
    """A ticket for a stream; `stream` is the path that has it.

    Use it within `seconds`. The same client (address and `User-Agent`) may then reconnect with it
    and `Last-Event-ID` for `resume_seconds`.
    """

    ticket: str
    seconds: int
    resume_seconds: int
    stream: str


def issued(ticket: str, path: str) -> TicketIssued:
    """Return what the caller gets: the ticket, and the path of the stream with it."""
    return TicketIssued(ticket, SECONDS, RESUME_SECONDS, f"{path}?ticket={ticket}")


async def issue(services: Services, ticket: Ticket) -> str:
    """Return the secret of a new ticket."""
    secret = secrets.token_urlsafe(32)
    await services.tickets.issue(secret, ticket, SECONDS)
    return secret


async def redeem(
    services: Services, secret: str, table: TableId, client: str, resume: bool
) -> Ticket:
    """Return a ticket whose token is valid; a used one counts only for its client, to resume."""
    ticket = await services.tickets.redeem(secret, table, client, resume, RESUME_SECONDS)
    if ticket is None or await services.tokens.find(ticket.token) is None:
        raise ApiProblem("ticket_unknown", field="ticket")
    return ticket
