"""Events of a table as the caller may see them, page by page."""

import re
from collections.abc import Hashable, Sequence
from typing import Annotated, Any, TypeAlias

from litestar.params import QueryParameter

from api.admission.caller import IN_SCOPE
from api.admission.replay_budget import Work
from api.http.access import QuickReads, require_watching, sent_invitation
from api.http.answers import AsgiAnswer, Head
from api.http.callers import MaybeReader
from api.http.decoding import RequestHeaders
from api.http.head_check import CheckedTable
from api.http.injection import AnyRequest, Part
from api.http.operation import SAME_TABLE, Answer, Link, get
from api.http.paging import next_page
from api.http.params import AcceptLanguage, AfterQuery, LangQuery
from api.http.tables import JSON, Shown
from api.problems.language import chosen_language
from api.transport.answer import PRIVATE, encoded_headers
from api.transport.answer import Answer as Whole
from api.transport.links import prefix_of
from api.transport.turn import NotQuick, Read
from application.player_names import PlayerNames
from application.ports.event_log import EventLog
from application.ports.feeds import Follower
from application.table_cache import TableCache
from domain.judging.commit import SaltedEvent, decode_events
from domain.judging.live_table import LiveTable
from domain.judging.stored import Entry
from domain.kernel.ids import Lang, PlayerId, Version
from domain.kernel.messages import Value
from domain.table.state import Closed, seats_of
from projections.seat_view.events import encode_visible_events
from projections.seat_view.kept_views import KeptViews
from projections.seat_view.names import NamesOfPeople, narrator, people_at

LONGEST_WAIT = 30
MOST, MOST_USUAL = 500, 100  # events of a page
# The parameters of a quick way, in their usual order.
_PAGE = re.compile(
    rb"(?:after=(0|[1-9]\d{0,8}))?(?:(?:^|&)limit=([1-9]\d{0,2}))?(?:(?:^|&)wait=(0|[1-9]\d?))?"
    rb"(?:(?:^|&)(lang=[a-z]+))?"
)


class EventPage(Value, frozen=True):
    """A page of events; send `next_after` as `after` for the next page."""

    version: Version
    head: Head
    next_after: Version
    events: tuple[Any, ...]
    """The events, the oldest first."""


LimitQuery: TypeAlias = Annotated[
    int,
    QueryParameter(
        name="limit", ge=1, le=MOST, description="The maximum number of events to return."
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


def quick_events(
    reads: Part[QuickReads], work: Part[Work], scope: Any, headers: RequestHeaders, table: str
) -> Read:
    """Return a page that was asked for since the table has last gone on, or one without events."""
    found, live = _PAGE.fullmatch(scope["query_string"]), reads.tables.remembered(table)
    if found is None or live is None or b"if-match" in headers.values:
        raise NotQuick
    after, limit, wait = int(found[1] or 0), int(found[2] or MOST_USUAL), int(found[3] or 0)
    if not 0 < limit <= MOST or wait > LONGEST_WAIT:
        raise NotQuick
    lang, accepted = headers.languages(found[4] or b"")

    def show(live: LiveTable, player: PlayerId | None, people: NamesOfPeople) -> Shown:
        view = _View(live, player, chosen_language(lang, accepted), people)
        shown: Shown | None = reads.views.get(live.table, live.head, view.key(scope))
        if after >= live.version and not wait:
            shown = view.page(scope, (), after)
        if shown is None or (prefix_of(scope) and shown.answer.headers[0][0] == b"link"):
            raise NotQuick
        return shown

    key = ("events", scope["query_string"], accepted)
    command, then = reads.read(scope, table, key, show)

    def charged(reply: Any) -> Whole:
        answer = then(reply)
        if live.version > after:
            work.charge(min(limit, live.version - after), scope[IN_SCOPE])
        return answer

    return Read(command, charged)


class _View:
    """What a caller may see of the events of a table as it is now."""

    def __init__(
        self, live: LiveTable, player: PlayerId | None, lang: Lang | None, people: NamesOfPeople
    ) -> None:
        self._live = live
        self._seats = seats_of(live.state, player) if player else ()
        self._lang, self._people = lang, people

    def key(self, scope: Any) -> Hashable:
        """Return what a page depends on beside the head of its table."""
        names = () if self._lang is None else tuple(self._people.values())
        return "events", scope["query_string"], self._seats, self._lang, names

    def page(self, scope: Any, found: Sequence[SaltedEvent], after: int) -> Shown:
        live, lang = self._live, self._lang
        told = None if lang is None else narrator(live.state, lang, self._people)
        events = encode_visible_events(found, self._seats, isinstance(live.state, Closed), told)
        reached = found[-1].recorded.version if found else after
        content = b'{"version":%d,"head":"%s","next_after":%d,"events":%s}' % (
            live.version,
            live.head.hex().encode(),
            reached,
            events,
        )
        more = next_page(scope, after=reached if reached < live.version else None)
        answer = Whole(200, [*encoded_headers({**more, **PRIVATE}), JSON], content)
        return Shown("", answer, answer)


@get(
    "/v1/tables/{table:str}/events",
    "List events",
    "The next events after `after`; none if there is none yet.",
    links=(
        Link("listEvents", {**SAME_TABLE, "after": "$response.body#/next_after"}, None, "next"),
    ),
    quick=quick_events,
)
async def list_events(
    request: AnyRequest,
    live: CheckedTable,
    player: MaybeReader,
    tables: Part[TableCache],
    follower: Part[Follower],
    names: Part[PlayerNames],
    views: Part[KeptViews],
    work: Part[Work],
    after: AfterQuery = 0,
    limit: LimitQuery = MOST_USUAL,
    wait: WaitQuery = 0,
    lang: LangQuery = None,
    accept_language: AcceptLanguage = None,
) -> Annotated[AsgiAnswer, Answer(EventPage, headers=("Link",))]:
    """Returns the events of a table, oldest first, as you may see them.

    For an event you may not see, you get only its version and its hash (the *seal*). Without a
    token, you see what spectators see. After the table has closed, every event is public.
    """
    if live.version > after:
        work.charge(min(limit, live.version - after))
    wait = 0 if isinstance(live.state, Closed) else wait  # nothing more will come
    entries = await _read_or_wait(tables.log, follower, live.table, after, limit, wait)
    if entries and entries[-1].last > live.version:
        await tables.refresh(live)
        require_watching(live, player, sent_invitation(request.scope))  # it may have started
    found = decode_events(entries, live.seed, after)[:limit]
    spoken = chosen_language(lang, accept_language)
    view = _View(live, player, spoken, await names.of(people_at(live.state)))
    shown = view.page(request.scope, found, after)
    if found and found[-1].recorded.version <= live.version and not isinstance(live.state, Closed):
        size, key = len(shown.answer.body), view.key(request.scope)
        views.keep(live.table, live.head, key, shown, size)
    return AsgiAnswer(shown.answer)


async def _read_or_wait(
    log: EventLog, follower: Follower, table: str, after: int, limit: int, wait: float
) -> tuple[Entry, ...]:
    entries = await log.read(table, after, limit)
    if not entries and wait and await follower.wait(table, after, wait):
        entries = await log.read(table, after, limit)
    return tuple(entries)
