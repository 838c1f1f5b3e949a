"""The commands behind a request for a seat."""

import secrets

from api.http.requests import SitBody
from api.problems.handlers import ApiProblem
from application.ports.world import World
from application.world import new_id
from domain.fairness.seed import join_code
from domain.judging.live_table import LiveTable
from domain.table.commands import SeatBot, Sit


def seat_command(world: World, live: LiveTable, body: SitBody) -> Sit | SeatBot:
    """Return the command that seats the caller, or a bot if the body asks for one."""
    if body.bot is None:
        return Sit(body.preference, _is_admitted(live, body.code), body.luck)
    if body.luck is not None:
        raise ApiProblem("bot_luck", field="luck")
    return SeatBot(body.bot, new_id(world), body.preference)


def _is_admitted(live: LiveTable, code: str | None) -> bool:
    """Return whether the code of a private table was sent, without revealing how much of it."""
    expected = join_code(live.table, live.seed).encode()
    return code is not None and secrets.compare_digest(code.encode(), expected)
