"""The streams of the lobby and of a player's own tables: Server-Sent Events."""

import re
from typing import Annotated, TypeAlias

from litestar.params import HeaderParameter
from msgspec import json

from api.http.answers import AsgiAnswer
from api.http.callers import Reader, sent_token
from api.http.decoding import require_no_body
from api.http.injection import AnyRequest, Part
from api.http.operation import Answer, Link, get, post
from api.http.params import GameQuery
from api.problems.faults import NoBodyAllowed
from api.problems.handlers import ApiProblem
from api.streaming import sse
from api.streaming.frames import LobbyFrame, LobbySnapshot, OwnFrame, OwnSnapshot
from api.streaming.notices import NoticeReader, NoticeRequest, NoticeSource
from api.streaming.registry import StreamRegistry
from api.streaming.session import Session
from api.streams.callers import Callers, MaxSeconds, NewTicket, TicketQuery, issue_ticket
from api.transport.links import link
from application.ports.tickets import Ticket, Tickets
from domain.judging.rows.row import Row
from domain.kernel.ids import PlayerId
from projections.notices.notice import LOBBY, OwnNotice
from projections.table_list.filters import Filters
from projections.table_list.query import TableList

MOST_TURNS = 100  # in a snapshot
OWN_STREAM = "/v1/players/me/stream"
NOTICE_ID = re.compile(r"[0-9]{1,16}-[0-9]{1,10}")
OWN_TICKETS = "me"  # in place of the id of a table
LastNoticeId: TypeAlias = Annotated[
    str | None,
    HeaderParameter(
        name="Last-Event-ID",
        max_length=64,
        description="The `id` of the last notice you have; browsers send it when they reconnect."
        " With any other text, `resumed` is false.",
    ),
]


@get(
    "/v1/tables/stream",
    "Stream the lobby",
    "A stream of frames: a snapshot, then notices of public tables, then `bye`.",
    tag="Tables",
    links=(Link("listTables", {}),),
)
async def stream_lobby(
    request: AnyRequest,
    callers: Callers,
    streams: Part[StreamRegistry],
    notices: Part[NoticeReader],
    game: GameQuery = None,
    last_event_id: LastNoticeId = None,
    max_seconds: MaxSeconds = None,
) -> Annotated[AsgiAnswer, Answer(LobbyFrame, media_type="text/event-stream")]:
    """Streams what happens in the lobby as Server-Sent Events. No token is needed.

    * `event: snapshot` comes first. It is a `LobbySnapshot`.
    * Notices follow, each a `LobbyNotice` with an `id` and without an event name: a public table
      was `opened` or `closed`, has `started`, or a seat was taken or left.
    * A comment comes every 15 seconds to keep the connection open.
    * `event: bye` comes last. It is a `NoticeBye` with the reason.

    Read the list of tables after the snapshot, then apply the notices. The server keeps the last
    5,000 notices for a day. If you reconnect with `Last-Event-ID` and `resumed` is false, read the
    list again.
    """
    caller = await callers.by_token(request)
    wanted = NoticeRequest(LOBBY, _lobby_snapshot, game, _known_id(last_event_id))
    owner = callers.owner(request, caller, max_seconds)
    return AsgiAnswer(Session(streams, owner, NoticeSource(notices, wanted)))


@get(
    OWN_STREAM,
    "Stream notices of your tables",
    "A stream of frames: a snapshot, then notices of your tables, then `bye`.",
    tag="Players",
    links=(Link("listTables", {}), Link("getMe", {})),
)
async def stream_my_tables(
    request: AnyRequest,
    callers: Callers,
    streams: Part[StreamRegistry],
    notices: Part[NoticeReader],
    tables: Part[TableList],
    last_event_id: LastNoticeId = None,
    max_seconds: MaxSeconds = None,
    ticket: TicketQuery = None,
) -> Annotated[AsgiAnswer, Answer(OwnFrame, media_type="text/event-stream")]:
    """Streams what happens at all your tables, of any game, as Server-Sent Events.

    * `event: snapshot` comes first. It is an `OwnSnapshot`: the tables that wait for you now.
    * Notices follow, each an `OwnNotice` with an `id` and without an event name: it is your turn, a
      table has started or finished, or one of your seeks has found a table.
    * A comment comes every 15 seconds to keep the connection open.
    * `event: bye` comes last. It is a `NoticeBye` with the reason.

    Use a token, or a ticket of `POST /v1/players/me/tickets`. The server keeps your last 200
    notices for a day. If you reconnect with `Last-Event-ID`, you get those you missed. A notice
    about a seek may come twice.
    """
    resume = last_event_id is not None
    caller = await callers.by_ticket(request, ticket, OWN_TICKETS, resume)
    player = caller.player
    if player is None:
        raise ApiProblem("token_missing")

    async def snapshot(resumed: bool) -> bytes:
        turns = await _turns(tables, player)
        return sse.named("snapshot", json.encode(OwnSnapshot(resumed, turns)))

    wanted = NoticeRequest(player, snapshot, after=_known_id(last_event_id))
    owner = callers.owner(request, caller, max_seconds)
    return AsgiAnswer(Session(streams, owner, NoticeSource(notices, wanted)))


@post(
    "/v1/players/me/tickets",
    "Create a ticket for your stream",
    "Ticket created: the ticket, and the path of your stream with it.",
    tag="Players",
    links=(Link("streamMyTables", {"query.ticket": "$response.body#/ticket"}),),
)
async def create_my_ticket(
    request: AnyRequest, player: Reader, tickets: Part[Tickets]
) -> NewTicket:
    """Creates a ticket that replaces your token in `/v1/players/me/stream?ticket=`.

    Browsers need it: `EventSource` cannot send an `Authorization` header. It works like a ticket
    for the stream of a table. You need a token. Send no body.
    """
    await require_no_body(request, NoBodyAllowed())
    holder = Ticket(player, OWN_TICKETS, sent_token(request))
    return await issue_ticket(tickets, holder, link(request.scope, OWN_STREAM))


def _known_id(text: str | None) -> str | None:
    """Return the id of a notice; None for a text that is none."""
    return text if text is not None and NOTICE_ID.fullmatch(text) else None


async def _lobby_snapshot(resumed: bool) -> bytes:
    return sse.named("snapshot", json.encode(LobbySnapshot(resumed)))


async def _turns(tables: TableList, player: PlayerId) -> tuple[OwnNotice, ...]:
    """Return the tables that wait for a player, as notices."""
    filters = Filters(asker=player, turn=True)
    rows, _ = await tables.page(filters, limit=MOST_TURNS)
    return tuple(map(_turn, rows))


def _turn(row: Row) -> OwnNotice:
    return OwnNotice(
        type="your_turn",
        at=row.started_at or row.opened_at,
        game=row.game,
        table=row.id,
        version=row.version,
        status=row.status,
        deadline=row.deadline,
    )
