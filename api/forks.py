"""What if: a table that goes on from a version of a finished one, with luck of its own."""

from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody
from msgspec import Meta

from api import auth
from api.describe import Link, describe
from api.desk import desk_of
from api.reading import AnyRequest, TablePath, existing
from api.tables import made
from domain.kernel.messages import Value
from domain.play.fork import fork
from domain.play.judge import Asker
from domain.table.commands import ForkTable
from projections.table_for_seat import TableSeen


class ForkBody(Value, frozen=True, forbid_unknown_fields=True):
    """Where the ways part."""

    at: Annotated[
        int, Meta(ge=1, lt=2**53, description="The last version both tables have in common.")
    ]


@post(
    "/v1/tables/{table:str}/forks",
    operation_id="forkTable",
    summary="Go on from an earlier version",
    opt=describe(
        tag="Audit",
        body=ForkBody,
        answers={201: TableSeen},
        problems=(
            "malformed",
            "no_such_table",
            "cannot_fork",
            "media_type",
            "body_too_large",
            "outcome_unknown",
        ),
        bearer=True,
        headers={201: ("Location", "ETag")},
        links=(
            Link("getTable", {"table": "$response.body#/id"}),
            Link("getHistory", {"table": "$response.body#/id"}),
        ),
    ),
)
async def fork_table(
    request: AnyRequest, table: TablePath, data: JSONBody[ForkBody]
) -> Response[bytes]:
    """A new table with the same history up to that version and new luck after it.

    Only a finished table can be forked, and only between two commands of its play. Every seat is
    yours (add `?seat=` to what you do), there is no clock, and nothing can be won: for what-if
    questions and bug reports.
    """
    desk, player = desk_of(request), await auth.player(request)
    live = await fork(desk.tables, Asker(player), ForkTable(existing(table), data.at))
    return made(live, player)


HANDLERS = (fork_table,)
