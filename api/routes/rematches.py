"""Rematches: the same players at a new table, with one call each."""

from litestar import post

from api.http import auth
from api.http.access import seen_table
from api.http.answers import AsgiAnswer
from api.http.decoding import require_no_body
from api.http.operation import Link, describe, to_each
from api.http.params import AnyRequest, TablePath
from api.http.people import people_of
from api.http.tables import table_created
from api.problems.refusals import NoBodyAllowed
from api.services import services_of
from application.rematch import Opening, rematch
from domain.table.commands import LogKeys
from domain.table.state import Closed
from projections.seat_view.view import TableSeen

REMATCH = {"table": "$response.body#/id"}


@post(
    "/v1/tables/{table:str}/rematch",
    operation_id="rematch",
    summary="Play again",
    opt=describe(
        tag="Tables",
        answers={200: TableSeen, 201: TableSeen},
        returns={
            200: "Seat taken: the table of the rematch, which another player has opened.",
            201: "Table created: the table of the rematch.",
        },
        problems=(
            "malformed",
            "no_such_table",
            "not_seated",
            "cannot_rematch",
            "already_started",
            "table_full",
            "too_many_tables",
            "too_many_seat_changes",
            "table_busy",
            "outcome_unknown",
        ),
        bearer=True,
        headers={200: ("ETag", "Location"), 201: ("ETag", "Location")},
        links=(
            *to_each(REMATCH, "getTable", "listActions", "listEvents", "streamEvents"),
            Link("cancelTable", REMATCH),
        ),
    ),
)
async def ask_for_rematch(request: AnyRequest, table: TablePath) -> AsgiAnswer:
    """Takes your place at the rematch of a closed table at which you had a seat. Send no body.

    The first player who calls this opens the table and is its host. All later calls get the same
    table. It has the same game, options, clock and visibility, and its bots sit down at once. The
    player who had seat 1 now has seat 0. The game starts when all players have called this.

    `rematch` of the closed table shows its players the id of the new one. Its seats are kept for
    them; the host may start without them, give their seats to bots, or cancel the table. Rewards
    are not carried over: open a table with `follows` for that. A repeated call changes nothing.
    """
    await require_no_body(request, NoBodyAllowed())
    services, player = services_of(request), await auth.player(request)
    earlier = await seen_table(request, table, player)
    await services.quotas.change_seat(player)
    opening = Opening()
    if isinstance(earlier.state, Closed):
        log = LogKeys(*await services.public_log.verifiers())
        opening = Opening(log, services.rules_source(earlier.state.setup.game))
    admit = services.quotas.new_table
    live, opened = await rematch(services.tables, earlier, player, opening, admit)
    people = await people_of(services, live.state)
    return table_created(request, live, player, people, 201 if opened else 200)


HANDLERS = (ask_for_rematch,)
