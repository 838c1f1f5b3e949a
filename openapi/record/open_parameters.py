"""Answers that no list names: where a parameter is open, one of the values its schema allows."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from domain.kernel.decision import OpenParameter
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from domain.kernel.rejection import Rejected


def open_answer(
    game: AnyGame, play: Any, seat: Seat, legal: Sequence[Command], random: Random
) -> Sequence[Command]:
    """A listed command with another value of an open list, if the rules admit it."""
    found = [
        answer
        for parameter in game.open_parameters(play, seat)
        for command in legal
        if command.__struct_config__.tag == parameter.command
        for answer in _with_values(command, parameter)
    ]
    answer = random.choice(found) if found else None
    return () if answer is None or not _admitted(game, play, seat, answer) else (answer,)


def _with_values(command: Command, parameter: OpenParameter) -> Iterator[Command]:
    """The shortest values: lists of one."""
    for item in parameter.schema.get("items", {}).get("enum", ()):
        yield msgspec.structs.replace(command, **{parameter.field: (item,)})


def _admitted(game: AnyGame, play: Any, seat: Seat, command: Command) -> bool:
    try:
        game.preview(play, seat, command)
    except Rejected:
        return False
    return True
