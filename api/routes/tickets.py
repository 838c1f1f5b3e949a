"""Tickets for streams: browsers' EventSource cannot send headers."""

from litestar import Response, post

from api.http import auth
from api.http.answers import json_answer
from api.http.decoding import require_no_body
from api.http.params import AnyRequest, TablePath
from api.http.tables import fresh_table
from api.openapi.operation import SAME_TABLE, Link, describe
from api.services import services_of
from api.streaming import tickets
from domain.kernel.messages import Value
from projections.seat_view.view import encode


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
    await require_no_body(request, "A ticket takes no body.")
    live = await fresh_table(services, table)
    ticket = await tickets.issue(services, player, live.table)
    stream = f"/v1/tables/{live.table}/events/stream?ticket={ticket}"
    return json_answer(encode(TicketIssued(ticket, tickets.SECONDS, stream)), 201)


HANDLERS = (create_ticket,)
