"""Tickets for streams: browsers' EventSource cannot send headers."""

from litestar import Response, post

from api.http import auth
from api.http.answers import json_answer
from api.http.auth import token_hash
from api.http.decoding import require_no_body
from api.http.params import AnyRequest, TablePath
from api.http.tables import fresh_table
from api.openapi.operation import SAME_TABLE, Link, describe
from api.services import services_of
from api.streaming import tickets
from application.ports.tickets import Ticket
from domain.kernel.messages import Value
from projections.seat_view.view import encode


class TicketIssued(Value, frozen=True):
    """A ticket for this table; `stream` is the path that has it.

    Use it within `seconds`. The same client (address and `User-Agent`) may then reconnect with it
    and `Last-Event-ID` for `resume_seconds`.
    """

    ticket: str
    seconds: int
    resume_seconds: int
    stream: str


@post(
    "/v1/tables/{table:str}/tickets",
    operation_id="createTicket",
    summary="Create a ticket for a stream",
    opt=describe(
        tag="Play",
        answers={201: TicketIssued},
        returns={201: "Ticket created: the ticket, and the path of the stream with it."},
        problems=("no_such_table",),
        bearer=True,
        scope="read",
        links=(Link("streamEvents", {**SAME_TABLE, "query.ticket": "$response.body#/ticket"}),),
    ),
)
async def create_ticket(request: AnyRequest, table: TablePath) -> Response[bytes]:
    """Creates a ticket that replaces your token in `…/events/stream?ticket=`.

    Browsers need it: `EventSource` cannot send an `Authorization` header. Open the stream within 30
    seconds. After a lost connection a browser reconnects by itself, with `Last-Event-ID`: the same
    client may do that for an hour. Then create another ticket. You need a token. Send no body.
    """
    services, token = services_of(request), await auth.token(request)
    await require_no_body(request, "This operation takes no body; send an empty one.")
    live = await fresh_table(services, table)
    ticket = await tickets.issue(services, Ticket(token.player, live.table, token_hash(request)))
    stream = f"/v1/tables/{live.table}/events/stream?ticket={ticket}"
    return json_answer(
        encode(TicketIssued(ticket, tickets.SECONDS, tickets.RESUME_SECONDS, stream)), 201
    )


HANDLERS = (create_ticket,)
