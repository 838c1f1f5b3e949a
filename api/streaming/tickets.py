"""Tickets for streams: a short-lived secret that replaces a token once, at one table."""

import secrets

from api.problems.handlers import ApiProblem
from api.services import Services
from application.ports.tickets import Ticket
from domain.kernel.ids import PlayerId, TableId

SECONDS = 30


async def issue(services: Services, player: PlayerId, table: TableId) -> str:
    """Return a new ticket for this player at this table."""
    secret = secrets.token_urlsafe(32)
    await services.tickets.issue(secret, Ticket(player, table), SECONDS)
    return secret


async def redeem(services: Services, secret: str, table: TableId) -> PlayerId:
    """Return the player of a ticket and use the ticket up."""
    ticket = await services.tickets.redeem(secret)
    if ticket is None or ticket.table != table:
        raise ApiProblem("ticket_unknown", field="ticket")
    if await services.accounts.names([ticket.player]) == [None]:  # erased since
        raise ApiProblem("ticket_unknown", field="ticket")
    return ticket.player
