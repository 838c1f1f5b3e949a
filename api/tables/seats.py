"""Seats of a table: take one, leave it, start the game."""

from typing import Annotated

from litestar import Response
from litestar.params import FromPath, JSONBody
from msgspec import json

from api.http.access import all_of, sent_invitation, visible_to
from api.http.answers import (
    APPLIED,
    CommandAnswer,
    SeatAnswer,
    json_answer,
    receipt_body,
    state_field,
    wants_state,
)
from api.http.callers import Player
from api.http.decoding import require_no_body
from api.http.injection import AnyRequest, Part
from api.http.operation import SAME_TABLE, Answer, Link, delete, post, to_each
from api.http.params import KeyHeader, LangQuery, PreferHeader, TablePath, idempotency_key
from api.http.player_names import narrator_of, spoken_by
from api.http.tables import table_id
from api.problems.faults import NoOptionsAtStart
from api.problems.handlers import ApiProblem
from api.problems.language import chosen_language
from api.tables.commands import DeletingTable
from api.tables.seating import SitBody, seat_command, starting
from application.handle import handle
from application.play import start
from application.player_names import PlayerNames
from application.quotas import Quotas
from application.table_cache import TableCache
from domain.judging.actors import ByPlayer
from domain.kernel.ids import MOST_SEATS
from domain.table.clock_events import SeatReturned
from domain.table.commands import Leave, Start
from domain.table.opening_events import SeatTaken
from projections.seat_view.names import people_at

SEATS = {str(seat): seat for seat in range(MOST_SEATS)}  # int() would take `1\n` for 1


@post(
    "/v1/tables/{table:str}/seats",
    "Take a seat",
    "Seat taken: its number, and the events this caused.",
    links=(
        Link("leaveSeat", {**SAME_TABLE, "seat": "$response.body#/seat"}),
        *to_each(SAME_TABLE, "startTable", "listActions", "getTable", "listEvents"),
    ),
)
async def take_seat(
    request: AnyRequest,
    player: Player,
    table: TablePath,
    data: JSONBody[SitBody],
    tables: Part[TableCache],
    names: Part[PlayerNames],
    quotas: Part[Quotas],
    key: KeyHeader = None,
    lang: LangQuery = None,
) -> Annotated[Response[bytes], Answer(SeatAnswer, 201, ("Location",))]:
    """Takes the next free seat of a table that has not started. You need a token.

    If your seat is on autopilot after the start, call this again to take your seat back. The host
    may give the next free seat to a bot, with `{"bot": "greedy"}`, and clear it like any other
    seat. Bots decide within about a second.
    """
    live = await tables.find(table_id(table))
    code = data.code or sent_invitation(request.scope)
    command = seat_command(tables.world, live, data, code)
    repeat = idempotency_key(key, b"sit", json.encode(data))
    await quotas.change_seat(player)
    receipt = await handle(
        tables,
        live.table,
        ByPlayer(player),
        command,
        repeat,
        all_of(visible_to(player, code), quotas.require_seating),
    )
    taken = receipt.events[0].recorded.event
    assert isinstance(taken, SeatTaken | SeatReturned)
    narrator = await narrator_of(names, live.state, lang, spoken_by(request))
    content = receipt_body(live, player, receipt, narrator, b'"seat":%d,' % taken.seat)
    return json_answer(content, 201, {"Location": f"/v1/tables/{live.table}"})


@delete(
    "/v1/tables/{table:str}/seats/{seat:str}",
    "Leave a seat",
    "Seat left, or on autopilot after the start.",
)
async def leave_seat(table: DeletingTable, seat: FromPath[str], quotas: Part[Quotas]) -> None:
    """Leaves your seat. You need the token of its player.

    Before the start the seat becomes free, and the players in higher seats move up; the host may
    clear any seat. After the start the seat goes on autopilot: the server plays the default move at
    once, until its player sends a command or takes the seat back.
    To give up the game, use `resign`.
    """
    if seat not in SEATS:
        raise ApiProblem("no_such_seat", field="seat")
    await quotas.change_seat(table.player)
    await table.handle(Leave(SEATS[seat]))


@post(
    "/v1/tables/{table:str}/start",
    "Start a table",
    "Table started: the events of the start and the deal, as you may see them.",
    links=to_each(SAME_TABLE, "listActions", "getTable", "listEvents", "streamEvents"),
)
async def start_table(
    request: AnyRequest,
    player: Player,
    table: TablePath,
    tables: Part[TableCache],
    names: Part[PlayerNames],
    quotas: Part[Quotas],
    key: KeyHeader = None,
    lang: LangQuery = None,
    prefer: PreferHeader = None,
) -> Annotated[Response[bytes], Answer(CommandAnswer, headers=("Preference-Applied",))]:
    """Closes the seating and starts the game. Only the host may call this. Send no body.

    The server returns 409 `bad_seats` if the game cannot be played with the present players.
    """
    await require_no_body(request, NoOptionsAtStart())
    repeat = idempotency_key(key, json.encode(Start()))
    visible = visible_to(player, sent_invitation(request.scope))
    async with starting(tables, quotas, player, table, visible) as condition:
        receipt = await start.start_table(
            tables, table_id(table), ByPlayer(player), repeat, condition
        )
    live = await tables.find(table)
    spoken = spoken_by(request)
    narrator = await narrator_of(names, live.state, lang, spoken)
    if prefer is None or not wants_state(prefer):
        return json_answer(receipt_body(live, player, receipt, narrator))
    people = await names.of(people_at(live.state))
    more = state_field(live, player, None, chosen_language(lang, spoken), people)
    return json_answer(receipt_body(live, player, receipt, narrator, more), headers=APPLIED)
