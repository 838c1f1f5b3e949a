"""What a bot plays: it knows only what its seat may see and do, as a player does."""

from collections.abc import Callable
from typing import Any, TypeAlias, assert_never

from domain.judging.decision_clock import awaited, game_of
from domain.judging.judge import ByPlayer
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Value
from domain.table.state import Running, Table

Pick: TypeAlias = Callable[[int], int]  # a random number below n, not one of the recorded draws


class BotTurn(Value, frozen=True):
    """A decision that a bot has to answer."""

    state: Running
    seat: Seat

    @property
    def actor(self) -> ByPlayer:
        return ByPlayer(self.state.sitters[self.seat].player, self.seat)


def next_bot_turn(state: Table) -> BotTurn | None:
    """Return the turn of the first bot that has to answer, if any."""
    if not isinstance(state, Running) or not state.bots:
        return None
    asked = awaited(state) & state.bots
    return BotTurn(state, min(asked)) if asked else None


def choose_action(turn: BotTurn, pick: Pick) -> Command:
    """Return one of the listed actions, chosen from the view of the bot's seat."""
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
            raise AssertionError("this seat is not a bot's")
        case _:
            assert_never(bot)
    return chosen  # type: ignore[no-any-return]


def default_action(turn: BotTurn) -> Command:
    """Return the default of the rules for this seat."""
    command: Command = game_of(turn.state).default(turn.state.play, turn.seat)
    return command
