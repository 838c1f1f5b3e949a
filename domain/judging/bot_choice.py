"""What a bot plays: it knows what its seat may see and do, like anybody else at the table."""

from collections.abc import Callable
from typing import Any, TypeAlias, assert_never

from domain.judging.decision_clock import awaited, game_of
from domain.judging.judge import ByPlayer
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Value
from domain.table.state import Running, Table

Pick: TypeAlias = Callable[[int], int]  # luck of its own, outside the table: a number below n


class Turn(Value, frozen=True):
    """A bot is asked."""

    state: Running
    seat: Seat

    @property
    def asker(self) -> ByPlayer:
        return ByPlayer(self.state.sitters[self.seat].player, self.seat)


def turn(state: Table) -> Turn | None:
    """The first bot that has to answer, if any."""
    if not isinstance(state, Running) or not state.bots:
        return None
    asked = awaited(state) & state.bots
    return Turn(state, min(asked)) if asked else None


def choice(turn: Turn, pick: Pick) -> Command:
    """One of the listed actions, by the bot's own view."""
    game, play = game_of(turn.state), turn.state.play
    actions = game.legal(play, turn.seat)
    bot = turn.state.sitters[turn.seat].bot
    chosen: Any
    match bot:
        case "random":
            chosen = actions[pick(len(actions))]
        case "greedy":
            chosen = game.greedy(game.view(play, turn.seat), turn.seat, actions)
        case None:
            raise AssertionError("a person chooses for himself")
        case _:
            assert_never(bot)
    return chosen  # type: ignore[no-any-return]


def fallback(turn: Turn) -> Command:
    """What the rules play for whoever says nothing."""
    command: Command = game_of(turn.state).default(turn.state.play, turn.seat)
    return command
