"""Nim, rule by rule."""

import pytest
from ludotheque import Outcome
from ludotheque.testing import Spec

from ludotheque_nim.game import GAME, HeapsLaid, LastStickTaken, SticksTaken, Take

nim = Spec(GAME)
LAID = HeapsLaid((3, 5, 7), misere=False)
ALMOST = (HeapsLaid((0, 0, 2), misere=False), HeapsLaid((0, 0, 2), misere=True))


@pytest.mark.rule("NI-1", "NI-2")
def test_two_players_and_three_heaps() -> None:
    assert list(GAME.seats) == [2]
    assert GAME.view(nim.after(LAID), None).sticks == (3, 5, 7)
    nim.given(LAID).when(1, Take("A", 1)).refused("not_your_turn", "NI-3")


@pytest.mark.rule("NI-3")
def test_sticks_come_from_one_heap_and_then_the_other_player_takes() -> None:
    nim.given(LAID).when(0, Take("B", 2)).then(SticksTaken(0, "B", 2, 3))
    given = nim.given(LAID, SticksTaken(0, "B", 2, 3))
    given.when(1, Take("B", 4)).refused("not_so_many_sticks", "NI-3", field="sticks")
    given.when(1, Take("B", 3)).then(SticksTaken(1, "B", 3, 0))


@pytest.mark.rule("NI-4", "NI-5")
@pytest.mark.parametrize(("laid", "winner"), [(ALMOST[0], 0), (ALMOST[1], 1)])
def test_the_last_stick_wins_or_loses(laid: HeapsLaid, winner: int) -> None:
    last = LastStickTaken(0, winner)
    nim.given(laid).when(0, Take("C", 2)).then(SticksTaken(0, "C", 2, 0), last)
    places = (1, 2) if winner == 0 else (2, 1)
    outcome = GAME.outcome(nim.after(laid, SticksTaken(0, "C", 2, 0), last))
    assert isinstance(outcome, Outcome)
    assert outcome.places == places


@pytest.mark.rule("NI-6")
def test_a_late_player_takes_one_from_the_largest_heap() -> None:
    assert GAME.default(nim.after(LAID), 0) == Take("C", 1)
