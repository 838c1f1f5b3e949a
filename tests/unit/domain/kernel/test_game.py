"""Outcomes."""

from domain.kernel.game import Outcome


def test_winners_are_those_in_first_place() -> None:
    assert Outcome((1, 3, 1), (9, 2, 9)).winners == (0, 2)
    assert Outcome((2, 1, 3), (5, 9, 2)).winners == (1,)
