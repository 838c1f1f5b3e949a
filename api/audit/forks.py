"""Forks: a new table that continues from a version of a finished one, with new draws."""

from typing import Annotated

from litestar.params import JSONBody
from msgspec import Meta

from api.admission.replay_budget import FORK, Work
from api.http.access import NewTable, WatchedTable
from api.http.callers import Player
from api.http.injection import AnyRequest, Part
from api.http.operation import post, to_each
from api.http.tables import table_created
from api.problems.handlers import ApiProblem
from application.play.fork import fork, require_fork_point
from application.player_names import PlayerNames
from application.ports.world import World
from application.quotas import Quotas
from application.table_cache import TableCache
from application.world import new_id
from domain.judging.actors import ByPlayer
from domain.kernel.messages import Value
from domain.table.commands import Bot, ForkBot, ForkTable
from domain.table.state import Closed, Table
from projections.seat_view.names import people_at


class ForkBody(Value, frozen=True, forbid_unknown_fields=True):
    """The version from which to continue, and whether against bots."""

    at: Annotated[int, Meta(ge=1, lt=2**53, description="The last version that both tables share.")]
    seat: Annotated[
        Annotated[int, Meta(ge=0, le=7)] | None,
        Meta(description="Your seat; bots take the others. If null, you get every seat."),
    ] = None
    bot: Annotated[Bot, Meta(description="Which bot takes the other seats.")] = "greedy"


@post(
    "/v1/tables/{table:str}/forks",
    "Fork a table",
    "Fork created: the new table as you may see it.",
    links=to_each({"table": "$response.body#/id"}, "getTable", "getHistory", "listEvents"),
)
async def fork_table(
    request: AnyRequest,
    player: Player,
    parent: WatchedTable,
    data: JSONBody[ForkBody],
    tables: Part[TableCache],
    names: Part[PlayerNames],
    quotas: Part[Quotas],
    work: Part[Work],
) -> NewTable:
    """Creates a table with the same history up to version `at`, and new random draws after it.

    Use it to try another move, or to reproduce a bug. The table must be finished, and `at` must lie
    between two commands. With `seat` you continue at that seat against bots. Without it you get
    every seat: add `?seat=` to your requests. A fork has no clock and does not count for
    leaderboards. Any player may fork a finished table. A fork copies at most 8,000,000 bytes of
    events, which is about 40,000 events.
    """
    command = ForkTable(parent.table, data.at, _bots(tables.world, parent.state, data))
    await require_fork_point(tables, command)
    await quotas.fork(player)
    async with work.replay(FORK * data.at):
        pause = work.traffic.give_way
        live = await fork(tables, ByPlayer(player), command, pause)
    return table_created(request, live, player, await names.of(people_at(live.state)))


def _bots(world: World, parent: Table, data: ForkBody) -> tuple[ForkBot, ...]:
    """Return a bot for every seat but the chosen one."""
    if data.seat is None or not isinstance(parent, Closed):
        return ()
    seats = range(len(parent.sitters))
    if data.seat not in seats:
        raise ApiProblem("no_such_seat", field="seat")
    others = (seat for seat in seats if seat != data.seat)
    return tuple(ForkBot(seat, new_id(world), data.bot) for seat in others)
