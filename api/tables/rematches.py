"""Rematches: the same players at a new table, with one call each."""

from typing import Annotated, TypeAlias

from api.http.access import SeenTable
from api.http.answers import AsgiAnswer
from api.http.callers import Player
from api.http.decoding import require_no_body
from api.http.injection import AnyRequest, Part
from api.http.operation import Answer, post, to_each
from api.http.tables import table_created
from api.problems.faults import NoBodyAllowed
from application.play import rematch as rematches
from application.play.rules_source import Openings
from application.player_names import PlayerNames
from application.quotas import Quotas
from application.table_cache import TableCache
from projections.seat_view.names import people_at
from projections.seat_view.view import TableSeen

REMATCH = {"table": "$response.body#/id"}


Rematch: TypeAlias = Annotated[
    AsgiAnswer,
    Answer(TableSeen, 201, ("ETag", "Location")),
    Answer(TableSeen, 200, ("ETag", "Location")),
]


@post(
    "/v1/tables/{table:str}/rematch",
    "Play again",
    {
        200: "Seat taken: the table of the rematch, which another player has opened.",
        201: "Table created: the table of the rematch.",
    },
    links=to_each(REMATCH, "getTable", "listActions", "listEvents", "streamEvents", "cancelTable"),
)
async def rematch(
    request: AnyRequest,
    player: Player,
    earlier: SeenTable,
    tables: Part[TableCache],
    names: Part[PlayerNames],
    quotas: Part[Quotas],
    openings: Part[Openings],
) -> Rematch:
    """Takes your place at the rematch of a closed table at which you had a seat. Send no body.

    The first player who calls this opens the table and is its host. All later calls get the same
    table. It has the same game, options, clock and visibility, and its bots sit down at once. The
    player who had seat 1 now has seat 0. The game starts when all players have called this.

    `rematch` of the closed table shows its players the id of the new one. Its seats are kept for
    them; the host may start without them, give their seats to bots, or cancel the table. Rewards
    are not carried over: open a table with `follows` for that. A repeated call changes nothing.
    """
    await require_no_body(request, NoBodyAllowed())
    await quotas.change_seat(player)
    live, opened = await rematches.rematch(
        tables, earlier, player, openings.complete, quotas.new_table
    )
    people = await names.of(people_at(live.state))
    return table_created(request, live, player, people, 201 if opened else 200)
