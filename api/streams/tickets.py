"""Tickets for streams: browsers' EventSource cannot send headers."""

from api.http.access import WatchedTable, is_invited, sent_invitation
from api.http.callers import Reader, sent_token
from api.http.decoding import require_no_body
from api.http.injection import AnyRequest, Part
from api.http.operation import SAME_TABLE, Link, post
from api.problems.faults import NoBodyAllowed
from api.streams.callers import NewTicket, issue_ticket
from api.transport.links import link
from application.ports.tickets import Ticket, Tickets


@post(
    "/v1/tables/{table:str}/tickets",
    "Create a ticket for a stream",
    "Ticket created: the ticket, and the path of the stream with it.",
    links=(Link("streamEvents", {**SAME_TABLE, "query.ticket": "$response.body#/ticket"}),),
)
async def create_ticket(
    request: AnyRequest, player: Reader, live: WatchedTable, tickets: Part[Tickets]
) -> NewTicket:
    """Creates a ticket that replaces your token in `…/events/stream?ticket=`.

    Browsers need it: `EventSource` cannot send an `Authorization` header. Open the stream within 30
    seconds. After a lost connection a browser reconnects by itself, with `Last-Event-ID`: the same
    client may do that for an hour. Then create another ticket. You need a token. Send no body.
    """
    await require_no_body(request, NoBodyAllowed())
    invited = is_invited(live, sent_invitation(request.scope))
    holder = Ticket(player, live.table, sent_token(request), invited)
    path = link(request.scope, f"/v1/tables/{live.table}/events/stream")
    return await issue_ticket(tickets, holder, path)
