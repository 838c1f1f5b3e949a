"""The astucieux, read literally (GR-5.7), and the list of its uses in every reading."""

from itertools import product

import pytest

from domain.games.galopp_royal.commands import Crafty, GaloppOptions, Push
from domain.games.galopp_royal.game import GAME
from domain.kernel.refusals import Rejected
from ludotheque.testing.spec import Fated
from tests.support.games.galopp_royal.situations import Tale, back, crafty, finished, forth
from tests.support.seats import A, B, C, D, E

LITERAL = GaloppOptions(crafty_mode="seed_literal")
OWN_BACK = GaloppOptions(crafty_mode="seed_literal_own_back")


@pytest.mark.rule("GR-5.7")
@pytest.mark.parametrize(
    ("command", "positions"),
    [
        (forth(), [5, 9, 2]),
        (Crafty(0, (Push(B, -2),)), [3, 7, 2]),
        (Crafty(0, (Push(B, 2),)), [3, 11, 2]),
        (Crafty(0, (Push(B, -1), Push(C, -1))), [3, 8, 1]),
        (Crafty(0, (Push(B, 1), Push(C, 1))), [3, 10, 3]),
        (Crafty(1, (Push(C, 1),)), [4, 9, 3]),
        (back((B, 2)), [1, 11, 2]),
        (back((B, 1), (C, 1)), [1, 10, 3]),
    ],
)
def test_taken_literally_any_one_chair_moves_by_two_or_any_two_by_one(
    command: Crafty, positions: list[int]
) -> None:
    assert crafty(3, 9, 2, options=LITERAL).does(A, command).positions() == positions


@pytest.mark.rule("GR-5.7")
@pytest.mark.parametrize(
    ("command", "code", "rule"),
    [
        (forth((B, 2)), "bad_split", "GR-5.7"),
        (Crafty(0), "bad_split", "GR-5.7"),
        (back(), "must_advance_other", "GR-5.3"),
        (Crafty(1), "bad_split", "GR-5.7"),
        (Crafty(1, (Push(B, -1),)), "bad_split", "GR-5.7"),
        (Crafty(0, (Push(B, 1), Push(C, -1))), "bad_split", "GR-5.7"),
        (back((B, -2)), "must_advance_other", "GR-5.3"),
        (Crafty(0, (Push(C, -2),)), "would_drown", "GR-5.4"),
    ],
)
def test_taken_literally_not_both_and_not_nothing(command: Crafty, code: str, rule: str) -> None:
    crafty(3, 9, -4, options=LITERAL).given().when(A, command).refused(code, rule)


@pytest.mark.rule("GR-5.7")
def test_only_if_chosen_one_of_two_chairs_that_go_back_by_one_is_ones_own() -> None:
    use = Crafty(-1, (Push(B, -1), Push(C, 2)))
    crafty(3, 9, 2, 4).given().when(A, use).refused("bad_split", "GR-5.1", "own")
    crafty(3, 9, 2, 4, options=LITERAL).given().when(A, use).refused("bad_split", "GR-5.7")
    shared = Crafty(-1, (Push(D, -1), Push(C, 1), Push(B, 1)))
    assert crafty(3, 9, 2, 4, options=OWN_BACK).does(A, shared).positions() == [2, 10, 3, 3]
    assert crafty(3, 9, 2, 4, options=OWN_BACK).does(A, use).positions() == [2, 8, 4, 4]


@pytest.mark.rule("GR-5.3", "GR-5.7")
@pytest.mark.parametrize(
    ("command", "code", "rule"),
    [
        (Crafty(-1), "must_advance_other", "GR-5.3"),
        (Crafty(-1, (Push(B, -1),)), "must_advance_other", "GR-5.3"),
        (Crafty(-1, (Push(B, 2),)), "bad_split", "GR-5.7"),
        (Crafty(-1, (Push(B, -1), Push(B, 2))), "bad_target", "GR-5.1"),
        (Crafty(-1, (Push(C, -1), Push(B, 2))), "would_drown", "GR-5.4"),
    ],
)
def test_one_who_goes_back_by_one_takes_another_along_and_lets_a_third_advance(
    command: Crafty, code: str, rule: str
) -> None:
    crafty(3, 9, -4, options=OWN_BACK).given().when(A, command).refused(code, rule)


def accepted(tale: Tale, command: Crafty) -> bool:
    try:
        GAME.decide(tale.state, A, command, Fated())
    except Rejected:
        return False
    return True


@pytest.mark.rule("GR-5.1", "GR-5.4", "GR-5.5", "GR-5.7")
@pytest.mark.parametrize("options", [GaloppOptions(), LITERAL, OWN_BACK])
def test_the_list_names_every_use_that_is_accepted_and_no_other(options: GaloppOptions) -> None:
    tale = finished(crafty(-3, -4, -3, 6, 18, options=options), E)
    pushes = [Push(seat, by) for seat in range(6) for by in (-2, -1, 1, 2)]
    others = [(), *((push,) for push in pushes), *product(pushes, repeat=2)]
    tried = [Crafty(own, each) for own in (-2, 0, 1, 2) for each in others]
    tried += [Crafty(-1, each) for each in (*others, *product(pushes, repeat=3))]
    listed = GAME.legal(tale.state, A)
    assert len({*listed}) == len(listed)
    taken = {use for use in tried if accepted(tale, use)}
    assert {*map(in_any_order, listed)} == {*map(in_any_order, taken)}
    assert len(listed) == len({*map(in_any_order, taken)})  # nobody is near the arch


def in_any_order(use: object) -> Crafty:
    assert isinstance(use, Crafty)
    return Crafty(use.own, tuple(sorted(use.others, key=lambda push: push.seat)))


@pytest.mark.rule("GR-5.7", "GR-11.11")
def test_out_of_time_a_literal_devil_carries_its_master() -> None:
    assert GAME.default(crafty(0, 3, 9, options=LITERAL).state, A) == forth()
