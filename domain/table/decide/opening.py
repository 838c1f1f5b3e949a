"""Opening a table: its options, its size, and the rewards that are carried to it."""

from typing import Any

import msgspec

from domain.kernel.game import AnyGame
from domain.kernel.ids import PlayerId, TableId
from domain.kernel.refusals import Rejected
from domain.table import refusals
from domain.table.access import chosen_watch
from domain.table.commands import Carried, OpenTable
from domain.table.events import TableEvent
from domain.table.opening_events import TableOpened
from domain.table.state import Closed, Table


def open_table(
    command: OpenTable, game: AnyGame, components: str, table: TableId, host: PlayerId, expires: str
) -> list[TableEvent]:
    options, seats = chosen_options(game, command.options), table_size(game, command.seats)
    game.admit(options, seats)
    if command.sandbox is not None and command.follows is not None:
        raise Rejected(refusals.SandboxFollows(), field="follows")
    return [
        TableOpened(
            table=table,
            game=game.key,
            rules_version=game.rules_version,
            components=components,
            options=options,
            seats=seats,
            clock=command.clock,
            host=host,
            private=command.private,
            commitment=command.commitment,
            expires=expires,
            sealed_luck=command.sealed_luck,
            follows=command.follows,
            carried=command.carried,
            log=command.log,
            watch=chosen_watch(command.watch, command.private),
            rules=command.rules,
            sandbox=command.sandbox,
            rematch=command.rematch,
        )
    ]


def chosen_options(game: AnyGame, asked: Any) -> Any:
    """Return the options of the game, strictly typed; missing ones get their default."""
    try:
        return msgspec.convert({} if asked is None else asked, game.options)
    except msgspec.ValidationError as wrong:
        raise Rejected(refusals.UnknownOption(str(wrong)), field="options") from None


def table_size(game: AnyGame, asked: int | None) -> int:
    """Return the number of seats asked for, or the largest; reject what the game does not allow."""
    size = game.seats[-1] if asked is None else asked
    if size not in game.seats:
        few, many = game.seats[0], game.seats[-1]
        raise Rejected(
            refusals.WrongSize(game.title, few, many), rule=game.seats_rule, field="seats"
        )
    return size


def carried_rewards(earlier: Table, rules: AnyGame, game: str) -> tuple[Carried, ...]:
    """Return the rewards that the players of a finished table take to the next one."""
    if not isinstance(earlier, Closed) or earlier.reason != "finished":
        raise Rejected(refusals.FollowsUnfinished(), field="follows")
    if earlier.setup.fork is not None:
        raise Rejected(refusals.FollowsFork(), field="follows")
    if earlier.setup.sandbox is not None:
        raise Rejected(refusals.FollowsSandbox(), field="follows")
    if earlier.setup.game != game:
        raise Rejected(refusals.FollowsOtherGame(earlier.setup.game), field="follows")
    won: dict[PlayerId, tuple[str, ...]] = {}
    for sitter, rewards in zip(earlier.sitters, rules.rewards(earlier.play), strict=False):
        won[sitter.player] = (*won.get(sitter.player, ()), *rewards)
    return tuple(Carried(player, rewards) for player, rewards in won.items() if rewards)
