"""The streams of the lobby and of a player's own tables: Server-Sent Events."""

import re
from typing import Annotated, Any, TypeAlias

from litestar import Response, get, post
from litestar.params import HeaderParameter, QueryParameter
from msgspec import json

from api.http import auth
from api.http.answers import AsgiAnswer, json_answer
from api.http.decoding import require_no_body
from api.http.games import game_key
from api.http.operation import Link, describe
from api.http.params import AnyRequest
from api.http.stream_callers import (
    MaxSeconds,
    TicketIssued,
    TicketQuery,
    issue_ticket,
    stream_caller,
    stream_owner,
)
from api.problems.handlers import ApiProblem
from api.problems.refusals import EmptyBodyNeeded
from api.services import Services, services_of
from api.streaming import sse
from api.streaming.frames import LobbyFrame, LobbySnapshot, OwnFrame, OwnSnapshot
from api.streaming.notices import NoticeRequest, NoticeSource
from api.streaming.session import Session
from api.transport.links import link
from application.ports.tickets import Ticket
from domain.judging.rows.row import Row
from domain.kernel.ids import PlayerId
from projections.notices.notice import LOBBY, OwnNotice
from projections.seat_view.view import encode
from projections.table_list.filters import Filters

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
    operation_id="streamLobby",
    summary="Stream the lobby",
    opt=describe(
        tag="Tables",
        answers={200: LobbyFrame},
        returns={200: "A stream of frames: a snapshot, then notices of public tables, then `bye`."},
        problems=("malformed", "no_such_game", "too_many_streams"),
        bearer=None,
        media_type="text/event-stream",
        links=(Link("listTables", {}),),
    ),
)
async def stream_lobby(
    request: AnyRequest,
    game: Annotated[
        str | None,
        QueryParameter(name="game", max_length=40, description="Only tables of this game."),
    ] = None,
    last_event_id: LastNoticeId = None,
    max_seconds: MaxSeconds = None,
) -> Response[Any]:
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
    if game is not None:
        game_key(game)
    services, caller = services_of(request), await stream_caller(request)
    wanted = NoticeRequest(LOBBY, _lobby_snapshot, game, _known_id(last_event_id))
    owner = stream_owner(request, caller, max_seconds)
    return AsgiAnswer(Session(services.streams, owner, NoticeSource(services.notices, wanted)))


@get(
    OWN_STREAM,
    operation_id="streamMyTables",
    summary="Stream notices of your tables",
    opt=describe(
        tag="Players",
        answers={200: OwnFrame},
        returns={200: "A stream of frames: a snapshot, then notices of your tables, then `bye`."},
        problems=("malformed", "token_missing", "ticket_unknown", "too_many_streams"),
        bearer=None,
        media_type="text/event-stream",
        links=(Link("listTables", {}), Link("getMe", {})),
    ),
)
async def stream_my_tables(
    request: AnyRequest,
    last_event_id: LastNoticeId = None,
    max_seconds: MaxSeconds = None,
    ticket: TicketQuery = None,
) -> Response[Any]:
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
    services = services_of(request)
    caller = await stream_caller(request, OWN_TICKETS, ticket, last_event_id is not None)
    player = caller.player
    if player is None:
        raise ApiProblem("token_missing")

    async def snapshot(resumed: bool) -> bytes:
        turns = await _turns(services, player)
        return sse.named("snapshot", json.encode(OwnSnapshot(resumed, turns)))

    wanted = NoticeRequest(player, snapshot, after=_known_id(last_event_id))
    owner = stream_owner(request, caller, max_seconds)
    return AsgiAnswer(Session(services.streams, owner, NoticeSource(services.notices, wanted)))


@post(
    "/v1/players/me/tickets",
    operation_id="createMyTicket",
    summary="Create a ticket for your stream",
    opt=describe(
        tag="Players",
        answers={201: TicketIssued},
        returns={201: "Ticket created: the ticket, and the path of your stream with it."},
        problems=("malformed",),
        bearer=True,
        scope="read",
        links=(Link("streamMyTables", {"query.ticket": "$response.body#/ticket"}),),
    ),
)
async def create_my_ticket(request: AnyRequest) -> Response[bytes]:
    """Creates a ticket that replaces your token in `/v1/players/me/stream?ticket=`.

    Browsers need it: `EventSource` cannot send an `Authorization` header. It works like a ticket
    for the stream of a table. You need a token. Send no body.
    """
    services, token = services_of(request), await auth.token(request)
    await require_no_body(request, EmptyBodyNeeded())
    caller = Ticket(token.player, OWN_TICKETS, auth.token_hash(request))
    ticket = await issue_ticket(services, caller, link(request.scope, OWN_STREAM))
    return json_answer(encode(ticket), 201)


def _known_id(text: str | None) -> str | None:
    """Return the id of a notice; None for a text that is none."""
    return text if text is not None and NOTICE_ID.fullmatch(text) else None


async def _lobby_snapshot(resumed: bool) -> bytes:
    return sse.named("snapshot", json.encode(LobbySnapshot(resumed)))


async def _turns(services: Services, player: PlayerId) -> tuple[OwnNotice, ...]:
    """Return the tables that wait for a player, as notices."""
    filters = Filters(asker=player, turn=True)
    rows, _ = await services.table_list.page(filters, limit=MOST_TURNS)
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


HANDLERS = (stream_lobby, stream_my_tables, create_my_ticket)
