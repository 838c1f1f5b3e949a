"""Law 12: in a game of skill, the greedy bot wins clearly more often than a random one."""

import pytest

from domain.games import GAMES
from ludotheque.laws.bot_contest import fair_share, share_of_wins
from ludotheque.laws.random_play import EVERY_GAME, EVERY_SIZE, SKILFUL, played

GAMES_EACH = 200  # 70 % ± 3 %
AT_FULL_TABLES = 60  # the same 60 every time


@EVERY_GAME
def test_greedy_beats_random_exactly_if_the_game_declares_skill(key: str) -> None:
    fewest = GAMES[key].seats[0]
    won = share_of_wins(key, fewest, GAMES_EACH)
    assert (won >= fair_share(fewest)) is GAMES[key].skill, f"it wins {won:.0%}"


@pytest.mark.parametrize("key", SKILFUL)
def test_greedy_beats_random_at_a_full_table(key: str) -> None:
    most = GAMES[key].seats[-1]
    assert share_of_wins(key, most, AT_FULL_TABLES) >= fair_share(most)


@EVERY_SIZE
def test_greedy_picks_from_the_list_by_its_own_view(key: str, seats: int) -> None:
    game = GAMES[key]
    for step in played(key, seats, 0).turns:
        seat, play = step.who.seat, step.before.play  # type: ignore[union-attr]
        assert seat is not None
        actions = game.legal(play, seat)
        good = game.greedy(game.view(play, seat), seat, actions)
        assert good
        assert set(good) <= set(actions)
