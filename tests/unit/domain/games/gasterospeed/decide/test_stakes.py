"""Opération Ninjagot: shells are staked race by race (GS-108)."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.gasterospeed import deal
from domain.games.gasterospeed.commands import GasteroOptions, Stake, TakePath
from domain.games.gasterospeed.components import BOX, PETITS_GRIS
from domain.games.gasterospeed.event_types.championship import (
    SnailNotStarted,
    StakeLaid,
    StakeSealed,
    StakesRevealed,
)
from domain.games.gasterospeed.game import GAME
from domain.games.gasterospeed.rules.cards import CheckHands
from domain.games.gasterospeed.rules.finish import RaceCheck
from domain.games.gasterospeed.rules.race import Stakes, rounds, unplaced
from domain.games.gasterospeed.rules.scoring import race_places
from domain.games.gasterospeed.rules.turn import NextTurn
from domain.games.gasterospeed.state import Finished
from domain.kernel import data_files
from tests.support.games.gasterospeed.situations import Scene, moving, racing
from tests.support.seats import A, B, C, D

THEN = (CheckHands(), NextTurn((0,) * 4))
NINJAGOT: Any = {"operation_ninjagot": True}
STAKING = (Stakes(), RaceCheck())


@pytest.mark.rule("GS-108")
def test_stakes_are_secret_and_revealed_together() -> None:
    """C47"""
    circuits = ["star_got", "cross_ronces"]
    scene = racing(circuits=circuits, asking=(Stakes(), *THEN), operation_ninjagot=True)
    assert scene.race.reserves[A] == 3 + 5
    assert scene.refused(A, Stake(A, 0)) == ("stake_out_of_range", "GS-108", "shells")
    assert scene.refused(A, Stake(A, 7)) == ("stake_out_of_range", "GS-108", "shells")
    assert scene.refused(A, Stake(B, 1)) == ("not_your_snail", "GS-79", "snail")
    assert GAME.default(scene.state, A) == Stake(A, 3)
    scene.do(A, Stake(A, 6))
    assert scene.caused == (StakeLaid(A, A, 6), StakeSealed(A, A))
    assert scene.refused(A, Stake(A, 1)) == ("already_committed", "GS-108", "snail")
    seen = GAME.view(scene.state, B)
    assert seen is not None
    assert seen.stakes == (None,) * 4
    for seat in (B, C, D):
        scene.do(seat, Stake(seat, seat))
    assert scene.recorded(StakesRevealed) == [StakesRevealed((6, 1, 2, 3))]
    assert scene.shells(A, B, C, D) == (6, 1, 2, 3)
    assert scene.race.reserves == (2, 7, 6, 5)


@pytest.mark.rule("GS-108")
def test_a_stable_has_one_reserve_for_both_snails_and_need_keep_nothing() -> None:
    """C47; before, each snail had its own reserve and one shell was kept for every later race."""
    scene = racing(seats=2, circuits=["star_got"] * 2, asking=(Stakes(), *THEN), **NINJAGOT)
    assert scene.race.reserves == (12, 12)
    assert scene.do(0, Stake(A, 6)).legal(0) == tuple(Stake(B, n) for n in range(1, 7))
    scene.do(0, Stake(B, 6)).do(1, Stake(C, 1)).do(1, Stake(D, 1))
    assert scene.race.reserves == (0, 10)
    assert scene.shells(A, B, C, D) == (6, 6, 1, 1)


@pytest.mark.rule("GS-108")
def test_a_snail_for_which_no_shell_is_left_does_not_start_and_scores_as_knocked_out() -> None:
    scene = racing(seats=2, circuits=["star_got"], asking=(*STAKING, *THEN), **NINJAGOT)
    scene.do(0, Stake(A, 6))
    assert scene.asked() == ("stake", (0, 1))  # nobody else sees that nothing is left
    assert scene.legal(0) == (Stake(B, 0),) == (GAME.default(scene.state, 0),)
    assert scene.refused(0, Stake(B, 1)) == ("stake_out_of_range", "GS-108", "shells")
    scene.do(0, Stake(B, 0)).do(1, Stake(C, 3)).do(1, Stake(D, 3))
    assert scene.recorded(SnailNotStarted) == [SnailNotStarted(B)]
    assert scene.status(A, B, C, D) == ("active", "removed", "active", "active")
    assert race_places(scene.race)[B] is None
    assert rounds(scene.race, (1, 0)) == (1, 0, 1)
    assert unplaced(racing(seats=2).race, 0) == []


@pytest.mark.rule("GS-108", "GS-85")
def test_a_stable_without_reserve_is_not_asked_and_a_race_of_one_is_over_at_once() -> None:
    scene = racing(circuits=["star_got"] * 2, asking=STAKING, **NINJAGOT)
    scene.state = replace(scene.race, reserves=(0, 0, 0, 3))
    assert scene.asked() == ("stake", (D,))
    scene.do(D, Stake(D, 3))
    assert [event.snail for event in scene.recorded(SnailNotStarted)] == [A, B, C, A, B, C, D]
    assert isinstance(scene.state, Finished)  # in the second race nobody starts
    first, second = scene.race.results
    assert (first.places, first.points) == ((None, None, None, 1), (1, 1, 1, 9))
    assert second.places == (None,) * 4


@pytest.mark.rule("GS-108")
@pytest.mark.parametrize(
    ("reserve", "staked"), [(12, (3, 3)), (5, (3, 2)), (4, (3, 1)), (3, (2, 1)), (1, (1, 0))]
)
def test_out_of_time_three_are_staked_or_what_leaves_one(
    reserve: int, staked: tuple[int, int]
) -> None:
    scene = racing(seats=2, circuits=["star_got"] * 2, asking=(Stakes(), *THEN), **NINJAGOT)
    scene.state = replace(scene.race, reserves=(reserve, 12))
    for snail, shells in zip((A, B), staked, strict=True):
        assert GAME.default(scene.state, 0) == Stake(snail, shells)
        scene.do(0, Stake(snail, shells))


@pytest.mark.rule("GS-108")
def test_the_view_warns_when_a_reserve_cannot_last() -> None:
    scene = racing(seats=2, circuits=["star_got"] * 2, asking=(Stakes(), *THEN), **NINJAGOT)
    assert short(scene) == [False, False]
    scene.state = replace(scene.race, reserves=(3, 4))
    assert short(scene) == [True, False]  # two snails, this race and the next
    for seat, snail, shells in ((0, A, 1), (0, B, 1), (1, C, 1), (1, D, 1)):
        scene.do(seat, Stake(snail, shells))
        assert short(scene)[1] is False
    assert short(scene) == [True, False]
    assert short(racing()) == [False] * 4


def short(scene: Scene) -> list[bool]:
    seen = GAME.view(scene.state, None)
    assert seen is not None
    return [each.reserve_short for each in seen.standings]


@pytest.mark.rule("GS-108")
def test_the_reserve_counts_three_per_circuit_and_five_for_cross_ronces() -> None:
    on = GasteroOptions(operation_ninjagot=True)
    assert deal.reserve(on, PETITS_GRIS) == 20
    assert deal.reserve(on, [c.id for c in BOX.circuits if c.box == "gros_bourgogne"]) == 18
    drawn = GasteroOptions(operation_ninjagot=True, experopodes=True)
    assert deal.reserve(drawn, PETITS_GRIS) == 15  # and two more when Cross Ronces shows


@pytest.mark.rule("GS-108")
def test_shells_per_snail_are_a_house_rule_and_the_rulebook_says_per_circuit() -> None:
    [rule] = [each for each in data_files.rules(GAME.package) if each.id == "GS-108"]
    said = {each.provenance: each for each in rule.statements}
    rulebook, ours = said["seed"], said["house"]
    assert "3 shells per circuit (5 for Cross Ronces)" in rulebook.en
    assert "3 points de coquille par circuit (5 pour Cross Ronces)" in rulebook.fr
    assert "per snail and circuit" in ours.en
    assert "par escargot et par circuit" in ours.fr


@pytest.mark.rule("GS-108", "GS-104")
def test_a_reserve_grows_when_cross_ronces_is_drawn() -> None:
    given: Any = {"knocked_out": [B, C], "experopodes": True, "operation_ninjagot": True}
    scene = moving(A, "201", (4, 2), circuits=[*PETITS_GRIS], **given)
    before = scene.race.reserves[A]
    scene.do(A, TakePath(A, ("N",)), 4)
    assert scene.race.circuit == "cross_ronces"
    assert scene.asked() == ("stake", (A, B, C, D))
    assert scene.race.reserves[A] == before + 2
