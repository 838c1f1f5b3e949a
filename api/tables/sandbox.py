"""The clock of a sandbox, which its host moves by hand."""

from typing import Annotated

from litestar.params import JSONBody
from msgspec import json

from api.http.access import sent_invitation, visible_to
from api.http.answers import AsgiAnswer
from api.http.callers import Player
from api.http.injection import AnyRequest, Part
from api.http.operation import SAME_TABLE, Answer, post, to_each
from api.http.params import KeyHeader, TablePath, idempotency_key
from api.http.tables import first_seat, show_table, table_id
from api.problems.faults import NoTime
from api.problems.handlers import ApiProblem
from api.transport.links import link
from application.play import sandbox as clock
from application.player_names import PlayerNames
from application.settings import Settings
from application.table_cache import TableCache
from domain.judging.actors import ByPlayer
from domain.kernel.ids import millis
from domain.kernel.messages import Value
from domain.table.commands import AdvanceClock
from domain.table.sandbox import Advance, Sandbox
from projections.seat_view.names import people_at
from projections.seat_view.view import TableSeen, at_latest


class ClockBody(Value, frozen=True, forbid_unknown_fields=True):
    """How far the clock of a sandbox moves."""

    advance: Advance


@post(
    "/v1/tables/{table:str}/sandbox/clock",
    "Move the clock of a sandbox",
    "The table after its clock was moved and all passed deadlines were handled.",
    tag="Sandbox",
    links=to_each(SAME_TABLE, "getTable", "listEvents"),
)
async def advance_clock(
    request: AnyRequest,
    player: Player,
    table: TablePath,
    data: JSONBody[ClockBody],
    settings: Part[Settings],
    tables: Part[TableCache],
    names: Part[PlayerNames],
    key: KeyHeader = None,
) -> Annotated[AsgiAnswer, Answer(TableSeen, headers=("ETag",))]:
    """Moves the clock of a sandbox forward. You must be its host.

    The time of a sandbox passes in no other way. A deadline that has passed is handled at once, at
    the new time, as the server does it at other tables: the default move is played. A decision that
    opens then gets its whole time.
    """
    require_sandboxes(settings)
    command = AdvanceClock(data.advance)
    live = await clock.advance_clock(
        tables,
        table_id(table),
        ByPlayer(player),
        command,
        idempotency_key(key, json.encode(command)),
        visible_to(player, sent_invitation(request.scope)),
    )
    seen, people = at_latest(live), await names.of(people_at(live.state))
    seat, page = first_seat(seen, player), link(request.scope, "/")
    return AsgiAnswer(show_table(seen, player, seat, people, page=page).answer)


def require_sandboxes(settings: Settings) -> None:
    """Raise 403 `sandbox_off` unless the operator allows sandboxes."""
    if not settings.sandbox:
        raise ApiProblem("sandbox_off", field="sandbox")


def allowed_sandbox(settings: Settings, wanted: Sandbox) -> Sandbox:
    """Return the sandbox that was asked for; raises `sandbox_off`, or `malformed` for no time."""
    require_sandboxes(settings)
    try:
        millis(wanted.clock)
    except ValueError:
        raise ApiProblem(NoTime(field="sandbox.clock", clock=wanted.clock)) from None
    return wanted
