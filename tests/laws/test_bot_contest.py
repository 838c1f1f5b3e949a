"""The contest of law 12 is fair: random play wins its share, bad play less."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel.ids import Seat
from ludotheque.laws import bot_contest as contest
from ludotheque.laws.bot_contest import fair_share, share_of_wins, victory, winners_of

RALLY = "gumball_rally"


@pytest.fixture
def rally_with(monkeypatch: pytest.MonkeyPatch) -> Any:
    def play(greedy: Any) -> None:
        monkeypatch.setitem(GAMES, RALLY, replace(GAMES[RALLY], greedy=greedy))

    return play


def test_a_bot_that_plays_at_random_wins_as_often_as_the_others(rally_with: Any) -> None:
    luck = Random("does not care")
    rally_with(lambda _view, _seat, actions: [luck.choice(actions)])
    assert share_of_wins(RALLY, 3, 300) == pytest.approx(1 / 3, abs=0.08)  # three deviations


def test_a_bot_that_plays_badly_wins_less(rally_with: Any) -> None:
    rally_with(wasteful)
    assert share_of_wins(RALLY, 3, 200) < 1 / 3


def wasteful(view: Any, seat: Seat, actions: Sequence[Any]) -> Sequence[Any]:
    """The lowest card, overtaking nobody that need not be."""
    return [min(actions, key=lambda a: (int(a.card.rpartition("-")[2]), a.colour_passes is None))]


def test_every_seat_has_its_turn_to_be_greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    seats: list[Seat] = []

    def won(key: str, n: int, number: int, greedy: Seat) -> tuple[Seat, ...]:
        seats.append(greedy)
        return (greedy,)

    monkeypatch.setattr(contest, "winners_of", won)
    assert share_of_wins(RALLY, 4, 8) == 1
    assert seats == [0, 1, 2, 3, 0, 1, 2, 3]


@pytest.mark.parametrize(
    ("winners", "share"), [((1,), 1), ((0, 1), 1 / 2), ((0, 1, 2), 1 / 3), ((0, 2), 0), ((2,), 0)]
)
def test_a_shared_victory_counts_in_part(
    monkeypatch: pytest.MonkeyPatch, winners: tuple[Seat, ...], share: float
) -> None:
    monkeypatch.setattr(contest, "winners_of", lambda *_: winners)
    assert victory(RALLY, 3, 1) == pytest.approx(share)


def test_the_same_number_is_the_same_game() -> None:
    first = [winners_of(RALLY, 3, number, 0) for number in range(6)]
    assert [winners_of(RALLY, 3, number, 0) for number in range(6)] == first
    assert len(set(first)) > 1


def test_the_fair_share_keeps_the_odds_against_each_of_the_others() -> None:
    assert fair_share(2) == pytest.approx(0.7)
    for seats in range(2, 9):
        mine = fair_share(seats)
        other = (1 - mine) / (seats - 1)
        assert mine / (mine + other) == pytest.approx(0.7)
        assert fair_share(seats, 0.5) == pytest.approx(1 / seats)
