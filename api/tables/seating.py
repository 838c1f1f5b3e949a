"""The commands behind a request for a seat."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from msgspec import Meta

from api.http.access import is_invited
from api.http.tables import table_id
from api.problems.handlers import ApiProblem
from application.attempt import Condition
from application.ports.world import World
from application.quotas import Quotas
from application.refusals.reasons import LastPersonLeft
from application.table_cache import TableCache
from application.world import new_id
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId
from domain.kernel.messages import Value
from domain.kernel.refusals import Rejected
from domain.table.commands import Bot, LuckCommitment, Piece, SeatBot, Sit
from domain.table.state import Open, Table


class SitBody(Value, frozen=True, forbid_unknown_fields=True):
    """The seat to take; every field is optional."""

    luck: Annotated[
        LuckCommitment | None,
        Meta(description="A commitment to your share of the luck; see `sealLuck`."),
    ] = None
    preference: Annotated[
        Piece | None, Meta(description="A piece of the game to claim, such as a buggy.")
    ] = None
    code: (
        Annotated[
            str, Meta(max_length=64, description="The code of an invitation to a private table.")
        ]
        | None
    ) = None
    """The code of an invitation to a private table; null if you have none."""
    bot: Annotated[
        Bot | None,
        Meta(
            description="Give the seat to a bot; only the host may. `random` plays any legal"
            " action, `greedy` plays to win. A bot gives no luck."
        ),
    ] = None


def seat_command(
    world: World, live: LiveTable, body: SitBody, invitation: str | None
) -> Sit | SeatBot:
    """Return the command that seats the caller, or a bot if the body asks for one."""
    if body.bot is not None:
        return _seat_bot(world, body)
    return sit_command(body, admitted=is_invited(live, body.code or invitation))


def sit_command(body: SitBody, admitted: bool) -> Sit:
    """Return the command that seats the caller."""
    return Sit(body.preference, admitted, body.luck)


@asynccontextmanager
async def starting(
    tables: TableCache, quotas: Quotas, player: PlayerId, table: str, visible: Condition
) -> AsyncIterator[Condition]:
    """Count the start of a table of bots only; yield a condition that it has not become one."""
    live = await tables.fresh(table_id(table))
    visible(live)
    counted = _only_bots(live.state, player)

    def condition(now: LiveTable) -> None:
        visible(now)
        if _only_bots(now.state, player) and not counted:
            raise Rejected(LastPersonLeft())

    if not counted:
        yield condition
        return
    async with quotas.bot_table(player, live.table):
        yield condition


def _seat_bot(world: World, body: SitBody) -> SeatBot:
    assert body.bot is not None
    if body.luck is not None:
        raise ApiProblem("bot_luck", field="luck")
    return SeatBot(body.bot, new_id(world), body.preference)


def _only_bots(state: Table, host: PlayerId) -> bool:
    """Return whether a table of this host has not started yet and has bots at all of its seats."""
    return (
        isinstance(state, Open)
        and state.setup.host == host
        and bool(state.sitters)
        and all(sitter.bot is not None for sitter in state.sitters)
    )
