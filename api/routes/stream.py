"""The event stream of a table: Server-Sent Events."""

from typing import Annotated, Any, TypeAlias

from litestar import Response, get
from litestar.params import HeaderParameter, QueryParameter

from api.http import auth
from api.http.answers import AsgiAnswer, json_answer
from api.http.head_check import HeadQuery, require_on_chain
from api.http.params import AfterQuery, AnyRequest, LangQuery, SeatQuery, TablePath
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
        description="From `POST …/tickets`, good once; counts before a token.",
    ),
]
MaxSeconds: TypeAlias = Annotated[
    float | None,
    QueryParameter(
        name="max_seconds",
        ge=0,
        le=LONGEST,
        description="The stream ends after this time (60 unless the server says otherwise).",
    ),
]
LastEventId: TypeAlias = Annotated[
    str | None,
    HeaderParameter(
        name="Last-Event-ID",
        pattern=r"^[0-9]{1,16}$",
        description="The same, sent by browsers that come back; counts before `after`.",
    ),
]


@get(
    "/v1/tables/{table:str}/events/stream",
    operation_id="streamEvents",
    summary="What happens, as it happens",
    opt=describe(
        tag="Play",
        answers={200: StreamFrame, 204: None},
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
) -> Response[Any]:
    """Server-Sent Events: the same events as `GET …/events`, each with its version as `id`.

    * `event: snapshot` comes first: `Snapshot`, the table as you see it now, and who is here.
    * Then every event after `after` (or `Last-Event-ID`), old ones first: `Event`, without a name,
      so that `onmessage` hears it.
    * `event: presence` when somebody opens or closes a stream (`Present`; from other processes
      within seconds); a comment every 15 seconds.
    * `event: bye` comes last: `Bye` says why. `finished`: nothing more will happen. `max_seconds`,
      `shutdown`, `store_unavailable`: come back. `lagging`, `too_slow`: you did not read fast
      enough; come back. Whoever comes back with the last `id` has missed nothing.
      `token_unknown`: you were erased (told at other processes within 15 seconds or so).

    204, which ends the retries of a browser (only to `Last-Event-ID`): the table is closed and you
    have all of it.
    """
    services = services_of(request)
    player = await _caller(request, services, table, ticket)
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
    opened = StreamRequest(player, address, shown, since, seconds, lang)
    return AsgiAnswer(StreamSession(services, live, opened))


async def _caller(
    request: AnyRequest, services: Services, table: str, ticket: str | None
) -> PlayerId | None:
    if ticket is None:
        return await auth.maybe_player(request)
    return await tickets.redeem(services, ticket, table_id(table))


def _last_version(live: LiveTable, after: Version, last_event_id: str | None) -> Version:
    since = after if last_event_id is None else int(last_event_id)
    if since > live.version:
        field = "after" if last_event_id is None else "Last-Event-ID"
        raise ApiProblem("no_such_version", f"The last version is {live.version}.", field)
    return since


def _closed(live: LiveTable) -> bool:
    return isinstance(live.state, Closed)


def _has_all(live: LiveTable, since: Version) -> bool:
    return _closed(live) and since == live.version


HANDLERS = (stream_events,)
