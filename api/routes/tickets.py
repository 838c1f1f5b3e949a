"""Tickets for streams: browsers' EventSource cannot send headers."""

from litestar import Response, post

from api.http import auth
from api.http.access import is_invited, sent_invitation, watched_table
from api.http.answers import json_answer
from api.http.auth import token_hash
from api.http.decoding import require_no_body
from api.http.operation import SAME_TABLE, Link, describe
from api.http.params import AnyRequest, TablePath
from api.http.stream_callers import TicketIssued, issue_ticket
from api.problems.refusals import EmptyBodyNeeded
from api.services import services_of
from api.transport.links import link
from application.ports.tickets import Ticket
from projections.seat_view.view import encode


@post(
    "/v1/tables/{table:str}/tickets",
    operation_id="createTicket",
    summary="Create a ticket for a stream",
    opt=describe(
        tag="Play",
        answers={201: TicketIssued},
        returns={201: "Ticket created: the ticket, and the path of the stream with it."},
        problems=("no_such_table", "not_watchable"),
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
    await require_no_body(request, EmptyBodyNeeded())
    live = await watched_table(request, table, token.player)
    invited = is_invited(live, sent_invitation(request.scope))
    caller = Ticket(token.player, live.table, token_hash(request), invited)
    path = link(request.scope, f"/v1/tables/{live.table}/events/stream")
    return json_answer(encode(await issue_ticket(services, caller, path)), 201)


HANDLERS = (create_ticket,)
