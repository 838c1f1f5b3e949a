"""The event stream of a table: Server-Sent Events."""

from typing import Annotated, Any, TypeAlias

from litestar import Response, get
from litestar.params import HeaderParameter, QueryParameter

from api.http import auth
from api.http.answers import AsgiAnswer, json_answer
from api.http.head_check import HeadQuery, require_on_chain
from api.http.language import chosen_language
from api.http.params import AcceptLanguage, AfterQuery, AnyRequest, LangQuery, SeatQuery, TablePath
from api.http.tables import fresh_table, table_id, viewed_seat
from api.openapi.operation import REPLAY_PROBLEMS, SAME_TABLE, Link, describe
from api.problems.handlers import ApiProblem
from api.services import Services, services_of
from api.streaming import tickets
from api.streaming.session import StreamFrame, StreamRequest, StreamSession
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, Version
from domain.table.state import Closed
from projections.seat_view.view import at_latest

LONGEST = 600
TicketQuery: TypeAlias = Annotated[
    str | None,
    QueryParameter(
        name="ticket",
        min_length=1,
        max_length=64,
        description="A ticket from `POST …/tickets`. It takes precedence over a token. After its"
        " first use, the same client may send it again with `Last-Event-ID`, for an hour.",
    ),
]
MaxSeconds: TypeAlias = Annotated[
    float | None,
    QueryParameter(
        name="max_seconds",
        ge=0,
        le=LONGEST,
        description="End the stream after this many seconds. The default is 60 unless the operator"
        " changed it.",
    ),
]
WithState: TypeAlias = Annotated[
    bool,
    QueryParameter(
        name="state",
        description="Send `event: state` after every change: your view and your actions.",
    ),
]
LastEventId: TypeAlias = Annotated[
    str | None,
    HeaderParameter(
        name="Last-Event-ID",
        pattern=r"^[0-9]{1,16}$",
        description="The last version you have; browsers send it when they reconnect. It takes"
        " precedence over `after`.",
    ),
]


@get(
    "/v1/tables/{table:str}/events/stream",
    operation_id="streamEvents",
    summary="Stream events",
    opt=describe(
        tag="Play",
        answers={200: StreamFrame, 204: None},
        returns={
            200: "A stream of frames: a snapshot, events and presence, and a last frame `bye`.",
            204: "You have every event of a closed table; a browser does not reconnect.",
        },
        problems=(
            "no_such_table",
            "no_such_seat",
            "no_such_version",
            "not_finished",
            "history_rewritten",
            "ticket_unknown",
            "too_many_streams",
            *REPLAY_PROBLEMS,
        ),
        bearer=None,
        media_type="text/event-stream",
        links=(Link("listEvents", SAME_TABLE), Link("getTable", SAME_TABLE)),
    ),
)
async def stream_events(
    request: AnyRequest,
    table: TablePath,
    after: AfterQuery = 0,
    last_event_id: LastEventId = None,
    max_seconds: MaxSeconds = None,
    head: HeadQuery = None,
    seat: SeatQuery = None,
    ticket: TicketQuery = None,
    lang: LangQuery = None,
    accept_language: AcceptLanguage = None,
    with_state: WithState = False,
) -> Response[Any]:
    """Streams the events of a table as Server-Sent Events, as you may see them.

    * `event: snapshot` comes first. It is a `Snapshot`: the table now, and who is present.
    * Events follow, each an `Event` with its version as `id` and without an event name, so that
      `onmessage` receives it. Past events after `after` (or `Last-Event-ID`) come first.
    * `event: state` comes with `state=true`. It is a `StateSeen`: your view, and your actions if
      you must decide. It comes after past events, and after the last event of every command. If
      you read slowly, you get the newest only.
    * `event: presence` is a `Present`. It comes when someone opens or closes a stream; streams at
      other processes appear within seconds.
    * A comment comes every 15 seconds to keep the connection open.
    * `event: bye` comes last. It is a `Bye` with the reason.

    The reason `finished` means that no more events will come. After `max_seconds`, `shutdown`,
    `store_unavailable`, `lagging` or `too_slow`, reconnect: with the last `id` you miss nothing.
    `lagging` and `too_slow` mean that you read too slowly. `token_unknown` means that the token
    was revoked or has expired.

    You may use a token or a ticket; without one you see what spectators see. If you send
    `Last-Event-ID` and have every event of a closed table, the server returns 204.
    """
    services = services_of(request)
    player, token = await _caller(request, services, table, ticket, last_event_id is not None)
    live = await fresh_table(services, table)
    since = _last_version(live, after, last_event_id)
    await require_on_chain(services, live, head, None)
    if last_event_id is not None and _has_all(live, since):
        return json_answer(b"", 204)
    if live.version > since:
        services.work.charge(live.version - since)
    address = request.client.host if request.client else ""
    shown = viewed_seat(at_latest(live), _closed(live), player, seat)
    seconds = services.settings.stream_seconds if max_seconds is None else max_seconds
    spoken = chosen_language(lang, accept_language)
    opened = StreamRequest(player, token, address, shown, since, seconds, spoken, with_state, seat)
    return AsgiAnswer(StreamSession(services, live, opened))


async def _caller(
    request: AnyRequest, services: Services, table: str, ticket: str | None, resume: bool
) -> tuple[PlayerId | None, bytes | None]:
    """Return the caller, and the hash of the token that stands behind the request."""
    if ticket is None:
        player = await auth.maybe_player(request)
        return player, None if player is None else auth.token_hash(request)
    address = request.client.host if request.client else ""
    client = f"{address} {request.headers.get('user-agent', '')}"
    found = await tickets.redeem(services, ticket, table_id(table), client, resume)
    return found.player, found.token


def _last_version(live: LiveTable, after: Version, last_event_id: str | None) -> Version:
    since = after if last_event_id is None else int(last_event_id)
    if since > live.version:
        field = "after" if last_event_id is None else "Last-Event-ID"
        raise ApiProblem(
            "no_such_version", f"The last version of this table is {live.version}.", field
        )
    return since


def _closed(live: LiveTable) -> bool:
    return isinstance(live.state, Closed)


def _has_all(live: LiveTable, since: Version) -> bool:
    return _closed(live) and since == live.version


HANDLERS = (stream_events,)
