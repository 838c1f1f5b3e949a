"""Events of a table as the caller may see them, page by page."""

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import QueryParameter

from api.http import auth
from api.http.access import require_watching, sent_invitation, watched_table
from api.http.answers import json_answer
from api.http.head_check import HeadQuery, HeadsHeader, require_on_chain
from api.http.operation import REPLAY_PROBLEMS, SAME_TABLE, Link, describe
from api.http.paging import next_page
from api.http.params import AcceptLanguage, AfterQuery, AnyRequest, LangQuery, TablePath
from api.http.people import narrator_of
from api.http.requests import Head
from api.services import Services, services_of
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


@get(
    "/v1/tables/{table:str}/events",
    operation_id="listEvents",
    summary="List events",
    opt=describe(
        tag="Play",
        answers={200: EventPage},
        returns={200: "The next events after `after`; none if there is none yet."},
        problems=(
            "malformed",
            "no_such_table",
            "not_watchable",
            "history_rewritten",
            *REPLAY_PROBLEMS,
        ),
        bearer=None,
        headers={200: ("Link",)},
        links=(
            Link("listEvents", {**SAME_TABLE, "after": "$response.body#/next_after"}, None, "next"),
        ),
    ),
)
async def list_events(
    request: AnyRequest,
    table: TablePath,
    after: AfterQuery = 0,
    limit: Annotated[
        int,
        QueryParameter(
            name="limit", ge=1, le=500, description="The maximum number of events to return."
        ),
    ] = 100,
    wait: Annotated[
        float,
        QueryParameter(
            name="wait",
            ge=0,
            le=LONGEST_WAIT,
            description="Seconds to wait for an event if there is none yet (long polling).",
        ),
    ] = 0,
    lang: LangQuery = None,
    accept_language: AcceptLanguage = None,
    head: HeadQuery = None,
    if_match: HeadsHeader = None,
) -> Response[bytes]:
    """Returns the events of a table, oldest first, as you may see them.

    For an event you may not see, you get only its version and its hash (the *seal*). Without a
    token, you see what spectators see. After the table has closed, every event is public.
    """
    services, player = services_of(request), await auth.maybe_player(request)
    live = await watched_table(request, table, player)
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


HANDLERS = (list_events,)
