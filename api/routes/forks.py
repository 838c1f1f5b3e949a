"""Forks: a new table that continues from a version of a finished one, with new draws."""

from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody
from msgspec import Meta

from api.admission.work import FORK
from api.http import auth
from api.http.answers import table_created
from api.http.params import AnyRequest, TablePath
from api.http.people import people_of
from api.http.tables import table_id
from api.openapi.operation import REPLAY_PROBLEMS, describe, to_each
from api.services import services_of
from application.fork import fork, require_fork_point
from domain.judging.judge import ByPlayer
from domain.kernel.messages import Value
from domain.table.commands import ForkTable
from projections.seat_view.view import TableSeen


class ForkBody(Value, frozen=True, forbid_unknown_fields=True):
    """The version from which to continue."""

    at: Annotated[int, Meta(ge=1, lt=2**53, description="The last version that both tables share.")]


@post(
    "/v1/tables/{table:str}/forks",
    operation_id="forkTable",
    summary="Fork a table",
    opt=describe(
        tag="Audit",
        body=ForkBody,
        answers={201: TableSeen},
        returns={201: "Fork created: the new table, in which you have every seat."},
        problems=(
            "malformed",
            "no_such_table",
            "cannot_fork",
            "media_type",
            "body_too_large",
            "outcome_unknown",
            "too_many_forks",
            *REPLAY_PROBLEMS,
        ),
        bearer=True,
        headers={201: ("Location", "ETag")},
        links=to_each({"table": "$response.body#/id"}, "getTable", "getHistory", "listEvents"),
    ),
)
async def fork_table(
    request: AnyRequest, table: TablePath, data: JSONBody[ForkBody]
) -> Response[bytes]:
    """Creates a table with the same history up to version `at`, and new random draws after it.

    Use it to try another move, or to reproduce a bug. The table must be finished, and `at` must lie
    between two commands. You get every seat: add `?seat=` to your requests. A fork has no clock and
    does not count for leaderboards. Any player may fork a finished table.
    """
    services, player = services_of(request), await auth.player(request)
    command = ForkTable(table_id(table), data.at)
    await require_fork_point(services.tables, command)
    await services.quotas.fork(player)
    async with services.work.replay(FORK * data.at):
        pause = services.work.traffic.give_way
        live = await fork(services.tables, ByPlayer(player), command, pause)
    return table_created(live, player, await people_of(services, live.state))


HANDLERS = (fork_table,)
