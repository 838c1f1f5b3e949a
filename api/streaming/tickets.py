"""Tickets for streams: a word that stands for a caller once, at one table."""

import secrets

from api.problems.handlers import ApiProblem
from api.services import Services
from application.ports.tickets import Ticket
from domain.kernel.ids import PlayerId, TableId

SECONDS = 30


async def issue(services: Services, player: PlayerId, table: TableId) -> str:
    """Return a new ticket for this player at this table."""
    word = secrets.token_urlsafe(32)
    await services.tickets.issue(word, Ticket(player, table), SECONDS)
    return word


async def redeem(services: Services, word: str, table: TableId) -> PlayerId:
    """Return the player of a ticket and use the ticket up."""
    ticket = await services.tickets.redeem(word)
    if ticket is None or ticket.table != table:
        raise ApiProblem("ticket_unknown", field="ticket")
    if await services.accounts.names([ticket.player]) == [None]:  # erased since
        raise ApiProblem("ticket_unknown", field="ticket")
    return ticket.player
