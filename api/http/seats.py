"""The commands behind a request for a seat."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from api.http.requests import SitBody
from api.http.tables import fresh_table
from api.problems.handlers import ApiProblem
from api.services import Services
from application.handle import Condition
from application.ports.world import World
from application.quotas import only_bots
from application.world import new_id
from domain.fairness.seed import join_code
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId
from domain.kernel.rejection import Rejected
from domain.table.commands import SeatBot, Sit

ENTROPY_BYTES = 16


def seat_command(world: World, live: LiveTable, body: SitBody) -> Sit | SeatBot:
    """Return the command that seats the caller, or a bot if the body asks for one."""
    if body.bot is not None:
        return _seat_bot(world, body)
    return sit_command(world, body, admitted=_is_admitted(live, body.code))


def sit_command(world: World, body: SitBody, admitted: bool) -> Sit:
    """Return the command that seats the caller, with the server's entropy unless some was sent."""
    if body.entropy is not None:
        return Sit(body.entropy, "player", body.preference, admitted)
    return Sit(world.fresh(ENTROPY_BYTES).hex(), "server", body.preference, admitted)


@asynccontextmanager
async def starting(services: Services, player: PlayerId, table: str) -> AsyncIterator[Condition]:
    """Count the start of a table of bots only; yield a condition that it has not become one."""
    live = await fresh_table(services, table)
    counted = only_bots(live.state, player)

    def condition(now: LiveTable) -> None:
        if only_bots(now.state, player) and not counted:
            raise Rejected("table_busy", "The last person has just left. Nothing was stored.")

    if not counted:
        yield condition
        return
    async with services.quotas.bot_table(player, live.table):
        yield condition


def _seat_bot(world: World, body: SitBody) -> SeatBot:
    assert body.bot is not None
    if body.entropy is not None:
        raise ApiProblem("bot_entropy", field="entropy")
    player, entropy = new_id(world), world.fresh(ENTROPY_BYTES).hex()
    return SeatBot(body.bot, player, entropy, body.preference)


def _is_admitted(live: LiveTable, code: str | None) -> bool:
    """Return whether the code of a private table was sent, without revealing how much of it."""
    expected = join_code(live.table, live.seed).encode()
    return code is not None and secrets.compare_digest(code.encode(), expected)
