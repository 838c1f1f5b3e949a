"""Tables: open and read them."""

from typing import Annotated, Any, TypeAlias

from litestar.params import JSONBody
from msgspec import json

from api.admission.replay_budget import Work
from api.http.access import (
    NewTable,
    QuickReads,
    sent_invitation,
    visible_table,
)
from api.http.answers import AsgiAnswer
from api.http.callers import MaybeReader, Player, sent_token
from api.http.decoding import RequestHeaders
from api.http.head_check import CheckedTable
from api.http.injection import AnyRequest, Part
from api.http.operation import SAME_TABLE, Answer, Link, get, post, to_each
from api.http.params import AtQuery, IfNoneMatch, KeyHeader, SeatQuery, idempotency_key
from api.http.tables import (
    Shown,
    at_version,
    player_in_seat,
    show_latest,
    show_table,
    table_created,
    table_id,
    viewed_seat,
)
from api.tables.bodies import AnyOpening
from api.tables.sandbox import allowed_sandbox
from api.tables.seating import furnish, require_room
from api.transport.links import link, prefix_of
from api.transport.turn import NotQuick, Read
from application.play import open_table as opening
from application.play.rematch import find_rematch
from application.play.rules_source import Openings
from application.player_names import PlayerNames
from application.quotas import Quotas
from application.settings import Settings
from application.table_cache import TableCache
from domain.games import GAMES
from domain.judging.actors import ByPlayer
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId
from domain.table.clocks import pace_of
from domain.table.commands import Follows, OpenTable, Sit
from domain.table.state import Closed, seats_of
from projections.seat_view.kept_views import KeptViews
from projections.seat_view.names import NamesOfPeople, people_at
from projections.seat_view.view import TableSeen

NEW_TABLE = {"table": "$response.body#/id"}
OPENED = (
    *to_each(NEW_TABLE, "takeSeat", "startTable", "getTable", "listActions", "listEvents"),
    *to_each(NEW_TABLE, "streamEvents", "createTicket", "getHistory"),
)


@post(
    "/v1/tables",
    "Open a table",
    "Table created: the table as its host may see it.",
    links=OPENED,
)
async def open_table(
    request: AnyRequest,
    player: Player,
    data: JSONBody[AnyOpening],
    settings: Part[Settings],
    tables: Part[TableCache],
    names: Part[PlayerNames],
    quotas: Part[Quotas],
    openings: Part[Openings],
    key: KeyHeader = None,
) -> NewTable:
    """Opens a table with you as its host. You need a token. With `sit: true` you take seat 0.

    With `bots` and `start: true` you play against bots with one request. Send an `Idempotency-Key`
    to retry safely: the same request gets the same table.

    `clock` has four kinds. `per_decision` gives each decision a number of seconds, by default the
    times of the game's rules. `correspondence` gives each decision some days. `fischer` gives each
    seat a bank of time, and adds an increment with each decision. `bank` gives each seat one bank
    for the game. Null means no limit. Seats that decide at the same time spend their own banks.

    If a player misses a deadline, the server plays the default move for that seat. After three in a
    row the seat is on autopilot until its player sends a command or takes the seat back. With
    `bank`, the server plays for a seat with an empty bank until the end. If the store was
    unavailable, players get that time back (`table.deadline_moved`, `table.time_given_back`).

    `sandbox` opens a table for tests of clients, if the operator allows it: its luck is fixed, and
    only the host moves its clock. It never counts for ratings; its history is marked permanently.
    """
    require_room(GAMES[data.__struct_config__.tag], data)
    command = await openings.complete(_command(settings, data))
    if command.follows is not None:
        code = sent_invitation(request.scope)
        await visible_table(tables, command.follows.table, player, code)
    repeat = idempotency_key(key, json.encode(data))
    once = None if repeat is None else opening.opening_once(repeat, sent_token(request))
    live = await opening.open_table(tables, ByPlayer(player), command, quotas.new_table, once)
    if data.bots or data.start:
        live = await furnish(tables, quotas, live, player, data, repeat)
    return table_created(request, live, player, await names.of(people_at(live.state)))


def _command(settings: Settings, data: Any) -> OpenTable:
    """Return the command of a body."""
    return OpenTable(
        game=data.__struct_config__.tag,
        options=data.options,
        seats=data.seats,
        clock=pace_of(data.clock),
        private=data.private,
        watch=data.watch,
        sit=Sit(admitted=True) if data.sit else None,
        follows=None if data.follows is None else Follows(table_id(data.follows), ""),
        sealed_luck=data.sealed_luck,
        sandbox=data.sandbox and allowed_sandbox(settings, data.sandbox),
    )


def quick_table(reads: Part[QuickReads], scope: Any, headers: RequestHeaders, table: str) -> Read:
    """Return a table as it is now; parameters are left to the framework."""
    if scope["query_string"] or b"if-match" in headers.values:
        raise NotQuick
    page = prefix_of(scope) + "/"

    def show(live: LiveTable, player: PlayerId | None, people: NamesOfPeople) -> Shown:
        return show_latest(reads.views, live, player, None, people, page)

    return reads.read(scope, table, page, show, headers.if_none_match)


Table: TypeAlias = Annotated[
    AsgiAnswer, Answer(TableSeen, headers=("ETag",)), Answer(None, 304, ("ETag",))
]


@get(
    "/v1/tables/{table:str}",
    "Get a table",
    {
        200: "The table as this caller may see it.",
        304: "The table has not changed since the version of `If-None-Match`.",
    },
    links=(
        *to_each(SAME_TABLE, "listActions", "listEvents", "getHistory"),
        Link("getPlayer", {"player": "$response.body#/host"}, name="getHost"),
    ),
    quick=quick_table,
)
async def get_table(
    request: AnyRequest,
    live: CheckedTable,
    player: MaybeReader,
    tables: Part[TableCache],
    names: Part[PlayerNames],
    views: Part[KeptViews],
    work: Part[Work],
    at: AtQuery = None,
    seat: SeatQuery = None,
    if_none_match: IfNoneMatch = None,
) -> Table:
    """Returns a table with your view of the game: that of your seat, or that of a spectator.

    With `at`, you get the table as it was at that version. After the table has closed, you may read
    the view of any seat with `seat`; with `at` too, you get exactly what its player got then. No
    token is needed to read a table as a spectator.
    """
    page, closed = link(request.scope, "/"), isinstance(live.state, Closed)
    if not closed and (at is None or at == live.version):
        people = await names.of(people_at(live.state))
        shown = show_latest(views, live, player, seat, people, page)
        return AsgiAnswer(shown.to(if_none_match))
    seen = await at_version(tables, work, live, at)
    viewed = viewed_seat(seen, closed, player, seat)
    if closed and at is not None and seat is not None:
        player = player_in_seat(seen, seat)
    again = None
    if closed and at is None and player is not None and seats_of(live.state, player):
        again = await find_rematch(tables, live)
    people = await names.of(people_at(seen.state))
    shown = show_table(seen, player, viewed, people, again, page)
    return AsgiAnswer(shown.to(if_none_match))
