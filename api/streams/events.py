"""The event stream of a table: Server-Sent Events."""

from typing import Annotated, Any, NamedTuple, TypeAlias

from litestar import Response
from litestar.params import HeaderParameter, QueryParameter

from api.admission.replay_budget import Work
from api.http.access import is_invited, require_watching, sent_invitation
from api.http.answers import AsgiAnswer, json_answer
from api.http.head_check import HeadCheck, HeadQuery
from api.http.injection import AnyRequest, Needs, Part
from api.http.operation import SAME_TABLE, Answer, get, to_each
from api.http.params import AcceptLanguage, AfterQuery, LangQuery, SeatQuery, TablePath
from api.http.tables import table_id, viewed_seat
from api.problems.handlers import ApiProblem
from api.problems.language import chosen_language
from api.problems.refusals import NoSuchVersion
from api.streaming.frames import StreamFrame
from api.streaming.registry import StreamRegistry
from api.streaming.session import Session, StreamOwner
from api.streaming.table_channel import TableStreams
from api.streaming.table_source import TableRequest, TableSource
from api.streams.callers import Callers, MaxSeconds, TicketQuery
from application.table_cache import TableCache
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Lang, Version
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


class Opened(NamedTuple):
    """A table that the caller may watch."""

    live: LiveTable
    owner: StreamOwner
    invited: bool  # to the table, by a ticket or by a code


async def _opened(
    request: AnyRequest,
    callers: Callers,
    table: TablePath,
    tables: Part[TableCache],
    check: Part[HeadCheck],
    last_event_id: LastEventId = None,
    max_seconds: MaxSeconds = None,
    ticket: TicketQuery = None,
    head: HeadQuery = None,
) -> Opened:
    resume = last_event_id is not None
    caller = await callers.by_ticket(request, ticket, table_id(table), resume)
    live = await tables.fresh(table)
    code = sent_invitation(request.scope)
    require_watching(live, caller.player, code, caller.invited)
    await check.require(live, head)
    owner = callers.owner(request, caller, max_seconds, live.table)
    return Opened(live, owner, caller.invited or is_invited(live, code))


OpenedTable: TypeAlias = Annotated[Opened, Needs(_opened)]


def _since(
    opened: OpenedTable, after: AfterQuery = 0, last_event_id: LastEventId = None
) -> Version:
    since, version = after if last_event_id is None else int(last_event_id), opened.live.version
    if since > version:
        field = "after" if last_event_id is None else "Last-Event-ID"
        raise ApiProblem(NoSuchVersion(version), field)
    return since


def _spoken(lang: LangQuery = None, accept_language: AcceptLanguage = None) -> Lang | None:
    return chosen_language(lang, accept_language)


Since: TypeAlias = Annotated[Version, Needs(_since)]  # the last version that the caller has
Spoken: TypeAlias = Annotated[Lang | None, Needs(_spoken)]
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
    opened: OpenedTable,
    since: Since,
    spoken: Spoken,
    work: Part[Work],
    streams: Part[StreamRegistry],
    of_tables: Part[TableStreams],
    last_event_id: LastEventId = None,
    seat: SeatQuery = None,
    with_state: WithState = False,
) -> Stream:
    """Streams the events of a table as Server-Sent Events, as you may see them.

    * `event: snapshot` comes first. It is a `TableSnapshot`: the table now, and who is present.
    * Events follow, each an `Event` with its version as `id` and without an event name, so that
      `onmessage` receives it. Past events after `after` (or `Last-Event-ID`) come first.
    * `event: state` comes with `state=true`, after past events and after every command. It is a
      `StateSeen`: your view, and your actions if you must decide. A slow reader gets the newest.
    * `event: presence` is a `PresenceSeen`. It comes when someone opens or closes a stream;
      streams at other processes appear within seconds.
    * A comment comes every 15 seconds to keep the connection open.
    * `event: bye` comes last. It is a `TableBye` with the reason.

    `finished` means that no more events come. After `max_seconds`, `shutdown`, `store_unavailable`,
    `lagging` or `too_slow` (read faster), reconnect: with the last `id` you miss nothing.
    `not_watchable`: you may no longer watch. `token_unknown`: the token was revoked or has expired.

    You may use a token or a ticket; without one you see what spectators see. If you send
    `Last-Event-ID` and have every event of a closed table, the server returns 204.
    """
    live, owner, invited = opened
    closed = isinstance(live.state, Closed)
    if last_event_id is not None and closed and since == live.version:
        return json_answer(b"", 204)
    if live.version > since:
        work.charge(live.version - since)
    shown = viewed_seat(at_latest(live), closed, owner.player, seat)
    wanted = TableRequest(owner.player, invited, shown, since, spoken, with_state, seat)
    source = TableSource(of_tables, live, wanted)
    return AsgiAnswer(Session(streams, owner, source))
