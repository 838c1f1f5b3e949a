"""What a bot plays is one of its actions, chosen by its own view."""

import pytest

from domain.judging.bot_choice import BotTurn, choose_action, default_action, next_bot_turn
from domain.judging.decision_clock import game_of
from domain.judging.fold import NOTHING
from domain.judging.judge import ByPlayer
from domain.kernel.messages import Event
from domain.table.commands import Bot
from domain.table.events import SeatTaken, TableClosed
from domain.table.state import Running
from tests.support.rally_table import rally_table, started
from tests.support.table_spec import BOB, CLEO, given, seated

GRETA = "greta".ljust(26, "a")


def race(*bots: tuple[int, Bot]) -> Running:
    """Anne, Bob and Cleo, or bots in their places; seat 0 is asked."""
    events: list[Event] = started()
    for seat, kind in bots:
        events[1 + seat] = SeatTaken(seat, GRETA, "00ff", "server", None, kind)
    state = given(events).state
    assert isinstance(state, Running)
    return state


def asked(kind: Bot) -> BotTurn:
    found = next_bot_turn(race((0, kind)))
    assert found is not None
    return found


def test_it_is_a_bots_turn_only_when_a_bot_is_asked() -> None:
    state = race((0, "greedy"))
    assert next_bot_turn(state) == BotTurn(state, 0)
    assert next_bot_turn(race((1, "greedy"))) is None
    assert next_bot_turn(race()) is None
    assert next_bot_turn(NOTHING) is None
    assert next_bot_turn(given(rally_table(), seated(BOB, CLEO)).state) is None
    assert next_bot_turn(given(started(), TableClosed("abandoned", None, "")).state) is None


def test_a_bot_asks_as_its_own_player_for_its_own_seat() -> None:
    assert asked("random").actor == ByPlayer(GRETA, 0)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_random_takes_the_action_that_luck_points_at(number: int) -> None:
    it = asked("random")
    actions = game_of(it.state).legal(it.state.play, 0)
    sizes: list[int] = []

    def pick(n: int) -> int:
        sizes.append(n)
        return number

    assert choose_action(it, pick) == actions[number]
    assert sizes == [len(actions)]


def test_greedy_leaves_it_to_the_game() -> None:
    it = asked("greedy")
    game, play = game_of(it.state), it.state.play
    wanted = game.greedy(game.view(play, 0), 0, game.legal(play, 0))
    assert choose_action(it, lambda _: 0) == wanted


def test_nobody_chooses_for_a_person() -> None:
    with pytest.raises(AssertionError, match="not a bot's"):
        choose_action(BotTurn(race(), 0), lambda _: 0)


def test_what_a_bot_falls_back_on_is_what_a_time_out_plays() -> None:
    it = asked("greedy")
    assert default_action(it) == game_of(it.state).default(it.state.play, 0)
