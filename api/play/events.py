"""Events of a table as the caller may see them, page by page."""

from typing import Annotated, Any, TypeAlias

from litestar import Response
from litestar.params import QueryParameter

from api.http.access import require_watching, sent_invitation
from api.http.answers import json_answer
from api.http.callers import MaybeReader
from api.http.head_check import HeadQuery, HeadsHeader, require_on_chain
from api.http.injection import AnyRequest, Part
from api.http.operation import SAME_TABLE, Answer, Link, get
from api.http.paging import next_page
from api.http.params import AcceptLanguage, AfterQuery, LangQuery
from api.http.people import narrator_of
from api.http.requests import Head
from api.http.table_parameters import WatchedTable
from api.services import Services
from domain.judging.commit import decode_events
from domain.judging.stored import Entry
from domain.kernel.ids import Version
from domain.kernel.messages import Value
from domain.table.state import Closed, seats_of
from projections.seat_view.events import encode_visible_events

LONGEST_WAIT = 30


class EventPage(Value, frozen=True):
    """A page of events; send `next_after` as `after` for the next page."""

    version: Version
    head: Head
    next_after: Version
    events: tuple[Any, ...]


LimitQuery: TypeAlias = Annotated[
    int,
    QueryParameter(
        name="limit", ge=1, le=500, description="The maximum number of events to return."
    ),
]
WaitQuery: TypeAlias = Annotated[
    float,
    QueryParameter(
        name="wait",
        ge=0,
        le=LONGEST_WAIT,
        description="Seconds to wait for an event if there is none yet (long polling).",
    ),
]


@get(
    "/v1/tables/{table:str}/events",
    "List events",
    "The next events after `after`; none if there is none yet.",
    links=(
        Link("listEvents", {**SAME_TABLE, "after": "$response.body#/next_after"}, None, "next"),
    ),
)
async def list_events(
    request: AnyRequest,
    live: WatchedTable,
    player: MaybeReader,
    services: Part[Services],
    after: AfterQuery = 0,
    limit: LimitQuery = 100,
    wait: WaitQuery = 0,
    lang: LangQuery = None,
    accept_language: AcceptLanguage = None,
    head: HeadQuery = None,
    if_match: HeadsHeader = None,
) -> Annotated[Response[bytes], Answer(EventPage, headers=("Link",))]:
    """Returns the events of a table, oldest first, as you may see them.

    For an event you may not see, you get only its version and its hash (the *seal*). Without a
    token, you see what spectators see. After the table has closed, every event is public.
    """
    await require_on_chain(services, live, head, if_match)
    if live.version > after:
        services.work.charge(min(limit, live.version - after))
    wait = 0 if isinstance(live.state, Closed) else wait  # nothing more will come
    entries = await _read_or_wait(services, live.table, after, limit, wait)
    if entries and entries[-1].last > live.version:
        await services.tables.refresh(live)
        require_watching(live, player, sent_invitation(request.scope))  # it may have started
    seats = seats_of(live.state, player) if player else ()
    narrator = await narrator_of(services, live.state, lang, accept_language)
    found = decode_events(entries, live.seed, after)[:limit]
    events = encode_visible_events(found, seats, isinstance(live.state, Closed), narrator)
    reached = found[-1].recorded.version if found else after
    content = b'{"version":%d,"head":"%s","next_after":%d,"events":%s}' % (
        live.version,
        live.head.hex().encode(),
        reached,
        events,
    )
    more = next_page(request, after=reached if reached < live.version else None)
    return json_answer(content, headers=more)


async def _read_or_wait(
    services: Services, table: str, after: int, limit: int, wait: float
) -> tuple[Entry, ...]:
    entries = await services.log.read(table, after, limit)
    if not entries and wait and await services.follower.wait(table, after, wait):
        entries = await services.log.read(table, after, limit)
    return tuple(entries)
