"""The clock of a sandbox, which its host moves by hand."""

from litestar import post
from litestar.params import JSONBody
from msgspec import json

from api.http import auth
from api.http.access import sent_invitation, visible_to
from api.http.answers import AsgiAnswer
from api.http.conditions import idempotency_key
from api.http.links import link
from api.http.operation import SAME_TABLE, describe, to_each
from api.http.params import AnyRequest, KeyHeader, TablePath
from api.http.people import people_of
from api.http.sandbox import require_sandboxes
from api.http.table_commands import IDEMPOTENT
from api.http.tables import show_table, table_id, viewed_seat
from api.services import services_of
from application.sandbox import advance_clock
from domain.judging.actors import ByPlayer
from domain.kernel.messages import Value
from domain.table.commands import AdvanceClock
from domain.table.sandbox import Advance
from domain.table.state import Closed
from projections.seat_view.view import TableSeen, at_latest


class ClockBody(Value, frozen=True, forbid_unknown_fields=True):
    """How far the clock of a sandbox moves."""

    advance: Advance


@post(
    "/v1/tables/{table:str}/sandbox/clock",
    operation_id="advanceClock",
    summary="Move the clock of a sandbox",
    status_code=200,
    opt=describe(
        tag="Sandbox",
        body=ClockBody,
        answers={200: TableSeen},
        returns={200: "The table after its clock was moved and all passed deadlines were handled."},
        problems=(
            *IDEMPOTENT,
            *("media_type", "body_too_large"),
            *("no_such_table", "sandbox_off", "not_a_sandbox", "not_the_host", "table_finished"),
        ),
        bearer=True,
        headers={200: ("ETag",)},
        links=to_each(SAME_TABLE, "getTable", "listEvents"),
    ),
)
async def advance(
    request: AnyRequest, table: TablePath, data: JSONBody[ClockBody], key: KeyHeader = None
) -> AsgiAnswer:
    """Moves the clock of a sandbox forward. You must be its host.

    The time of a sandbox passes in no other way. A deadline that has passed is handled at once, at
    the new time, as the server does it at other tables: the default move is played. A decision that
    opens then gets its whole time.
    """
    services, player = services_of(request), await auth.player(request)
    require_sandboxes(services)
    command = AdvanceClock(data.advance)
    live = await advance_clock(
        services.tables,
        table_id(table),
        ByPlayer(player),
        command,
        idempotency_key(key, json.encode(command)),
        visible_to(player, sent_invitation(request.scope)),
    )
    seen = at_latest(live)
    seat = viewed_seat(seen, isinstance(live.state, Closed), player, None)
    people = await people_of(services, live.state)
    shown = show_table(seen, player, seat, people, page=link(request.scope, "/"))
    return AsgiAnswer(shown.answer)


HANDLERS = (advance,)
