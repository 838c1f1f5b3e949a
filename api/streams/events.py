"""The event stream of a table: Server-Sent Events."""

from typing import Annotated, Any, TypeAlias

from litestar import Response
from litestar.params import HeaderParameter, QueryParameter

from api.http.access import is_invited, sent_invitation, watches
from api.http.answers import AsgiAnswer, json_answer
from api.http.head_check import HeadQuery, require_on_chain
from api.http.injection import AnyRequest, Part
from api.http.operation import SAME_TABLE, Answer, get, to_each
from api.http.params import AcceptLanguage, AfterQuery, LangQuery, SeatQuery, TablePath
from api.http.tables import fresh_table, table_id, viewed_seat
from api.problems.handlers import ApiProblem
from api.problems.language import chosen_language
from api.problems.refusals import NoSuchVersion
from api.services import Services
from api.streaming.frames import StreamFrame
from api.streaming.session import Session
from api.streaming.table_source import TableRequest, TableSource
from api.streams.callers import Callers, MaxSeconds, TicketQuery
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, Version
from domain.table.access import may_see, no_such_table
from domain.table.state import Closed
from projections.seat_view.view import at_latest

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


Stream: TypeAlias = Annotated[
    Response[Any], Answer(StreamFrame, media_type="text/event-stream"), Answer(None, 204)
]


@get(
    "/v1/tables/{table:str}/events/stream",
    "Stream events",
    {
        200: "A stream of frames: a snapshot, events and presence, and a last frame `bye`.",
        204: "You have every event of a closed table; a browser does not reconnect.",
    },
    links=to_each(SAME_TABLE, "listEvents", "getTable"),
)
async def stream_events(
    request: AnyRequest,
    callers: Callers,
    table: TablePath,
    services: Part[Services],
    after: AfterQuery = 0,
    last_event_id: LastEventId = None,
    max_seconds: MaxSeconds = None,
    head: HeadQuery = None,
    seat: SeatQuery = None,
    ticket: TicketQuery = None,
    lang: LangQuery = None,
    accept_language: AcceptLanguage = None,
    with_state: WithState = False,
) -> Stream:
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
    `lagging` and `too_slow` mean that you read too slowly. `not_watchable` means that you may no
    longer watch. `token_unknown` means that the token
    was revoked or has expired.

    You may use a token or a ticket; without one you see what spectators see. If you send
    `Last-Event-ID` and have every event of a closed table, the server returns 204.
    """
    resume = last_event_id is not None
    caller = await callers.by_ticket(request, ticket, table_id(table), resume)
    live, player = await fresh_table(services, table), caller.player
    invited = caller.invited or is_invited(live, sent_invitation(request.scope))
    _require_watching(live, player, invited)
    since = _last_version(live, after, last_event_id)
    await require_on_chain(services, live, head, None)
    if last_event_id is not None and _has_all(live, since):
        return json_answer(b"", 204)
    if live.version > since:
        services.work.charge(live.version - since)
    shown = viewed_seat(at_latest(live), _closed(live), player, seat)
    spoken = chosen_language(lang, accept_language)
    opened = TableRequest(player, invited, shown, since, spoken, with_state, seat)
    source = TableSource(services.table_streams, live, opened)
    owner = callers.owner(request, caller, max_seconds, live.table)
    return AsgiAnswer(Session(services.streams, owner, source))


def _require_watching(live: LiveTable, player: PlayerId | None, invited: bool) -> None:
    if not may_see(live.state, player, invited):
        raise no_such_table()
    if not watches(live, player, invited):
        raise ApiProblem("not_watchable")


def _last_version(live: LiveTable, after: Version, last_event_id: str | None) -> Version:
    since = after if last_event_id is None else int(last_event_id)
    if since > live.version:
        field = "after" if last_event_id is None else "Last-Event-ID"
        raise ApiProblem(NoSuchVersion(live.version), field)
    return since


def _closed(live: LiveTable) -> bool:
    return isinstance(live.state, Closed)


def _has_all(live: LiveTable, since: Version) -> bool:
    return _closed(live) and since == live.version
