"""The commands behind a request for a seat."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from msgspec import Meta

from api.http.access import is_invited
from api.http.tables import table_id
from api.problems.handlers import ApiProblem
from application.attempt import Condition
from application.handle import handle
from application.play.start import start_table
from application.ports.world import World
from application.quotas import Quotas
from application.refusals.reasons import LastPersonLeft
from application.table_cache import TableCache
from application.world import new_id
from domain.judging.actors import ByPlayer
from domain.judging.commit import Key
from domain.judging.live_table import LiveTable
from domain.kernel.game import AnyGame
from domain.kernel.ids import PlayerId
from domain.kernel.messages import Value
from domain.kernel.refusals import Rejected
from domain.table.commands import Bot, LuckCommitment, Piece, SeatBot, Sit
from domain.table.decide.seating import places
from domain.table.refusals import TableFull, WrongNumberSeated
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


def require_room(game: AnyGame, body: Any) -> None:
    """Reject bots without a seat, and a start with too few players, before a table is opened."""
    size, seated = body.seats or game.seats[-1], body.sit + len(body.bots)
    if seated > places(game, body.options, size):
        raise Rejected(TableFull(size), field="bots")
    sizes = (places(game, body.options, each) for each in (size, *game.seats))
    if body.start and seated not in sizes:
        few, many = game.seats[0], game.seats[-1]
        refusal = WrongNumberSeated(game.title, few, many, seated)
        raise Rejected(refusal, rule=game.seats_rule, field="start")


async def furnish(
    tables: TableCache, quotas: Quotas, live: LiveTable, host: PlayerId, body: Any, key: Key | None
) -> LiveTable:
    """Seat the bots of a new table and start it; a repeated request does neither again."""

    def once(step: str) -> Key | None:
        return None if key is None else Key(f"{key.text} {step}", key.body)

    for number, bot in enumerate(body.bots):
        await quotas.change_seat(host)
        command = SeatBot(bot, new_id(tables.world))
        await handle(tables, live.table, ByPlayer(host), command, once(f"bot {number}"))
    if body.start:
        async with starting(tables, quotas, host, live.table, lambda _: None) as condition:
            await start_table(tables, live.table, ByPlayer(host), once("start"), condition)
    return await tables.find(live.table)


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
