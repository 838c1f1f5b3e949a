"""What a bot plays: it knows only what its seat may see and do, and the luck of its table."""

from collections.abc import Sequence
from typing import Any, assert_never

from domain.judging.decision_clock import awaited, game_of
from domain.kernel.game import AnyGame, Chance
from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from domain.table.state import Running, Table

PURPOSE = "bot"  # of the draw behind every choice of a bot


def next_bot(state: Table) -> Seat | None:
    """Return the first bot that has to answer, if any."""
    if not isinstance(state, Running) or not state.bots:
        return None
    return min(awaited(state) & state.bots, default=None)


def _greedy(game: AnyGame, play: Any, seat: Seat, actions: Sequence[Command]) -> Sequence[Command]:
    try:
        good: Sequence[Command] = game.greedy(game.view(play, seat), seat, actions)
    except Exception:  # noqa: BLE001 - a heuristic may fail in any way; the table goes on
        return (game.default(play, seat),)
    return good


def choose_action(state: Running, seat: Seat, chance: Chance) -> Command:
    """Return one of the listed actions; one draw decides, however many there are."""
    game, play = game_of(state), state.play
    actions = game.legal(play, seat)
    bot = state.sitters[seat].bot
    good: Sequence[Command]
    match bot:
        case "random":
            good = actions
        case "greedy":
            good = _greedy(game, play, seat, actions)
        case None:
            raise AssertionError("this seat is not a bot's")
        case _:
            assert_never(bot)
    return good[chance.below(len(good), PURPOSE, seat)]
