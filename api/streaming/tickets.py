"""Tickets for streams: a secret that replaces a token for one client, at one table."""

import secrets

from api.problems.handlers import ApiProblem
from api.services import Services
from application.ports.tickets import Ticket
from domain.kernel.ids import PlayerId, TableId

SECONDS = 30  # until the first use
RESUME_SECONDS = 3600  # from the first use: a browser reconnects to the same address


async def issue(services: Services, player: PlayerId, table: TableId) -> str:
    """Return a new ticket for this player at this table."""
    secret = secrets.token_urlsafe(32)
    await services.tickets.issue(secret, Ticket(player, table), SECONDS)
    return secret


async def redeem(
    services: Services, secret: str, table: TableId, client: str, resume: bool
) -> PlayerId:
    """Return the player of a ticket; a used one is valid only for its client, to resume."""
    player = await services.tickets.redeem(secret, table, client, resume, RESUME_SECONDS)
    if player is None or await services.accounts.names([player]) == [None]:  # or erased since
        raise ApiProblem("ticket_unknown", field="ticket")
    return player
