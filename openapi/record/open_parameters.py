"""Commands that no list of actions contains: an open parameter with a value its schema allows."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from domain.kernel.game import AnyGame, OpenParameter
from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from domain.kernel.refusals import Rejected


def unlisted_command(
    game: AnyGame, play: Any, seat: Seat, legal: Sequence[Command], random: Random
) -> Sequence[Command]:
    """Return a listed command with another value of an open parameter, if the rules allow it."""
    candidates = [
        candidate
        for parameter in game.open_parameters(play, seat)
        for command in legal
        if command.__struct_config__.tag == parameter.command
        for candidate in _with_values(command, parameter)
    ]
    if not candidates:
        return ()
    chosen = random.choice(candidates)
    return (chosen,) if _is_allowed(game, play, seat, chosen) else ()


def _with_values(command: Command, parameter: OpenParameter) -> Iterator[Command]:
    """Yield the command with each of the shortest values: lists of one item."""
    for item in parameter.schema.get("items", {}).get("enum", ()):
        yield msgspec.structs.replace(command, **{parameter.field: (item,)})


def _is_allowed(game: AnyGame, play: Any, seat: Seat, command: Command) -> bool:
    try:
        game.preview(play, seat, command)
    except Rejected:
        return False
    return True
