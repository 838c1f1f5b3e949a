"""Tickets for streams: browsers' EventSource cannot send headers."""

import secrets

from litestar import Response, post

from api.http import auth
from api.http.params import AnyRequest, TablePath, json_answer, known
from api.openapi.operation import SAME_TABLE, Link, describe
from api.problems.handlers import ApiProblem
from api.services import Services, services_of
from application.ports.tickets import Ticket
from domain.kernel.ids import PlayerId, TableId
from domain.kernel.messages import Value
from projections.seat_view.view import encode

SECONDS = 30


class TicketIssued(Value, frozen=True):
    """Good once, at this table, for `seconds`; `stream` is the address with the ticket in it."""

    ticket: str
    seconds: int
    stream: str


@post(
    "/v1/tables/{table:str}/tickets",
    operation_id="createTicket",
    summary="A ticket for a stream",
    opt=describe(
        tag="Play",
        answers={201: TicketIssued},
        problems=("no_such_table",),
        bearer=True,
        links=(Link("streamEvents", {**SAME_TABLE, "query.ticket": "$response.body#/ticket"}),),
    ),
)
async def create_ticket(request: AnyRequest, table: TablePath) -> Response[bytes]:
    """Stands for your token once, within half a minute, in `…/events/stream?ticket=`.

    For browsers: `EventSource` cannot send an `Authorization` header. Takes no body.
    """
    services, player = services_of(request), await auth.player(request)
    if await request.body() not in (b"", b"{}"):
        raise ApiProblem("malformed", "A ticket takes no body.")
    live = await known(services, table)
    word = secrets.token_urlsafe(32)
    await services.store.tickets.issue(word, Ticket(player, live.table), SECONDS)
    stream = f"/v1/tables/{live.table}/events/stream?ticket={word}"
    return json_answer(encode(TicketIssued(word, SECONDS, stream)), 201)


async def redeemed(services: Services, word: str, table: TableId) -> PlayerId:
    """Whoever was given this ticket for this table; it is gone now."""
    ticket = await services.store.tickets.redeem(word)
    if ticket is None or ticket.table != table:
        raise ApiProblem("ticket_unknown", field="ticket")
    if await services.store.accounts.names([ticket.player]) == [None]:  # erased since
        raise ApiProblem("ticket_unknown", field="ticket")
    return ticket.player


HANDLERS = (create_ticket,)
