"""Seats of a table: take one, leave it, start the game."""

from litestar import Response, delete, post
from litestar.params import FromPath, JSONBody
from msgspec import json

from api.http import auth
from api.http.access import all_of, sent_invitation, visible_to
from api.http.answers import json_answer, receipt_body
from api.http.conditions import idempotency_key
from api.http.decoding import require_no_body
from api.http.language import chosen_language
from api.http.operation import SAME_TABLE, Link, describe, to_each
from api.http.params import AnyRequest, KeyHeader, LangQuery, PreferHeader, TablePath
from api.http.people import narrator_of, people_of, spoken_by
from api.http.preference import APPLIED, state_field, wants_state
from api.http.requests import CommandAnswer, SeatAnswer, SitBody
from api.http.seats import seat_command, starting
from api.http.table_commands import IDEMPOTENT, handle_table_command
from api.http.tables import table_id
from api.problems.handlers import ApiProblem
from api.problems.refusals import NoOptionsAtStart
from api.services import services_of
from application.handle import handle
from application.start import start_table
from domain.judging.actors import ByPlayer
from domain.kernel.ids import MOST_SEATS
from domain.table.clock_events import SeatReturned
from domain.table.commands import Leave, Start
from domain.table.opening_events import SeatTaken

SEATS = {str(seat): seat for seat in range(MOST_SEATS)}  # int() would take `1\n` for 1


@post(
    "/v1/tables/{table:str}/seats",
    operation_id="takeSeat",
    summary="Take a seat",
    opt=describe(
        tag="Tables",
        body=SitBody,
        answers={201: SeatAnswer},
        returns={201: "Seat taken: its number, and the events this caused."},
        problems=(
            *IDEMPOTENT,
            "no_such_table",
            "media_type",
            "body_too_large",
            "already_seated",
            "resigned",
            "already_started",
            "bank_empty",
            "table_full",
            "seats_kept",
            "table_finished",
            "unknown_preference",
            "preference_taken",
            "not_the_host",
            "bot_luck",
            "no_sealed_luck",
            "too_many_seat_changes",
            "too_many_events",
        ),
        bearer=True,
        headers={201: ("Location",)},
        links=(
            Link("leaveSeat", {**SAME_TABLE, "seat": "$response.body#/seat"}),
            *to_each(SAME_TABLE, "startTable", "listActions", "getTable", "listEvents"),
        ),
    ),
)
async def sit(
    request: AnyRequest,
    table: TablePath,
    data: JSONBody[SitBody],
    key: KeyHeader = None,
    lang: LangQuery = None,
) -> Response[bytes]:
    """Takes the next free seat of a table that has not started. You need a token.

    If your seat is on autopilot after the start, call this again to take your seat back. The host
    may give the next free seat to a bot, with `{"bot": "greedy"}`, and clear it like any other
    seat. Bots decide within about a second.
    """
    services, player = services_of(request), await auth.player(request)
    live = await services.tables.find(table_id(table))
    code = data.code or sent_invitation(request.scope)
    command = seat_command(services.world, live, data, code)
    repeat = idempotency_key(key, b"sit", json.encode(data))
    await services.quotas.change_seat(player)
    receipt = await handle(
        services.tables,
        live.table,
        ByPlayer(player),
        command,
        repeat,
        all_of(visible_to(player, code), services.quotas.require_seating),
    )
    taken = receipt.events[0].recorded.event
    assert isinstance(taken, SeatTaken | SeatReturned)
    narrator = await narrator_of(services, live.state, lang, spoken_by(request))
    content = receipt_body(live, player, receipt, narrator, b'"seat":%d,' % taken.seat)
    return json_answer(content, 201, {"Location": f"/v1/tables/{live.table}"})


@delete(
    "/v1/tables/{table:str}/seats/{seat:str}",
    operation_id="leaveSeat",
    summary="Leave a seat",
    status_code=200,
    opt=describe(
        tag="Tables",
        answers={200: CommandAnswer},
        returns={200: "Seat left: the events this caused."},
        problems=(
            *IDEMPOTENT,
            "no_such_table",
            "no_such_seat",
            "not_your_seat",
            "already_left",
            "resigned",
            "table_finished",
            "too_many_seat_changes",
        ),
        bearer=True,
    ),
)
async def leave(
    request: AnyRequest,
    table: TablePath,
    seat: FromPath[str],
    key: KeyHeader = None,
    lang: LangQuery = None,
) -> Response[bytes]:
    """Leaves your seat. You need the token of its player.

    Before the start the seat becomes free, and the players in higher seats move up; the host may
    clear any seat. After the start the seat goes on autopilot: the server plays the default move at
    once, until its player sends a command or takes the seat back.
    To give up the game, use `resign`.
    """
    if seat not in SEATS:
        raise ApiProblem("no_such_seat", field="seat")
    await services_of(request).quotas.change_seat(await auth.player(request))
    return await handle_table_command(request, table, Leave(SEATS[seat]), key, lang)


@post(
    "/v1/tables/{table:str}/start",
    operation_id="startTable",
    summary="Start a table",
    status_code=200,
    opt=describe(
        tag="Tables",
        answers={200: CommandAnswer},
        returns={200: "Table started: the events of the start and the deal, as you may see them."},
        problems=(
            *IDEMPOTENT,
            "no_such_table",
            "not_the_host",
            "bad_seats",
            "bad_option",
            "bad_deal",
            "already_started",
            "table_finished",
            "too_many_bot_tables",
        ),
        bearer=True,
        headers={200: ("Preference-Applied",)},
        links=to_each(SAME_TABLE, "listActions", "getTable", "listEvents", "streamEvents"),
    ),
)
async def start(
    request: AnyRequest,
    table: TablePath,
    key: KeyHeader = None,
    lang: LangQuery = None,
    prefer: PreferHeader = None,
) -> Response[bytes]:
    """Closes the seating and starts the game. Only the host may call this. Send no body.

    The server returns 409 `bad_seats` if the game cannot be played with the present players.
    """
    await require_no_body(request, NoOptionsAtStart())
    services, player = services_of(request), await auth.player(request)
    repeat = idempotency_key(key, json.encode(Start()))
    visible = visible_to(player, sent_invitation(request.scope))
    async with starting(services, player, table, visible) as condition:
        receipt = await start_table(
            services.tables, table_id(table), ByPlayer(player), repeat, condition
        )
    live = await services.tables.find(table)
    spoken = spoken_by(request)
    narrator = await narrator_of(services, live.state, lang, spoken)
    if prefer is None or not wants_state(prefer):
        return json_answer(receipt_body(live, player, receipt, narrator))
    people = await people_of(services, live.state)
    more = state_field(live, player, None, chosen_language(lang, spoken), people)
    return json_answer(receipt_body(live, player, receipt, narrator, more), headers=APPLIED)


HANDLERS = (sit, leave, start)
