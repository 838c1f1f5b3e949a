"""The test vectors T1 … T18 of the rules, one by one."""

import pytest

from domain.games.gasterospeed.commands import Choose, CommitAction, React, Stake, TakePath
from domain.games.gasterospeed.components import PETITS_GRIS
from domain.games.gasterospeed.event_types import cards as card
from domain.games.gasterospeed.event_types.snails import SnailOut
from domain.games.gasterospeed.rules.moving_cards import in_a_slipstream
from domain.games.gasterospeed.rules.race import Stakes
from domain.games.gasterospeed.rules.scoring import race_points
from domain.games.gasterospeed.rules.track import track
from tests.support.games.gasterospeed.situations import PASS, acting, moving, plays, racing
from tests.support.seats import A, B, C

POINTS = (9, 6, 4, 3, 2, 1)


@pytest.mark.rule("GS-65", "GS-66", "GS-68")
def test_t1_a_column_is_shoved_along() -> None:
    scene = plays("rolling_ball-1", (3, 19), (3, 18), (3, 17), luck=[2])
    assert scene.cells(A, B, C) == ((3, 16), (3, 15), (3, 14))


@pytest.mark.rule("GS-67")
def test_t2_the_rail_sets_back_and_stops() -> None:
    scene = plays("rolling_ball-1", (7, 10), (8, 10), luck=[8])
    assert scene.cells(A, B) == ((8, 10), (8, 11))


@pytest.mark.rule("GS-67")
def test_t3_a_snail_behind_is_pushed_back() -> None:
    scene = plays("rolling_ball-1", (7, 10), (8, 10), (8, 11), luck=[8])
    assert scene.cells(A, B, C) == ((8, 10), (8, 11), (8, 12))


@pytest.mark.rule("GS-67")
def test_t4_nobody_moves_if_the_pusher_stands_where_the_rail_would_set_back() -> None:
    """C22"""
    scene = plays("rolling_ball-1", (4, 17), (4, 16), luck=[2])
    assert scene.cells(A, B) == ((4, 17), (4, 16))
    assert scene.recorded(card.CardLost) == [card.CardLost(A, "rolling_ball-1", "impossible")]


@pytest.mark.rule("GS-69")
def test_t5_pushed_behind_the_start_line_onto_its_own_place() -> None:
    """C26; B's own start cell is (3, 21) here. The three other steps are made forwards."""
    scene = plays("fit_of_madness-1", (4, 19), (4, 20), luck=[6, 2, 2, 2])
    assert scene.cells(B) == ((3, 21),)
    first = next(event for event in scene.caused if getattr(event, "snail", None) == B)
    assert first.how == "start_line"  # type: ignore[union-attr]
    assert scene.cells(A) == ((4, 17),)  # from (4, 20) three steps on


@pytest.mark.rule("GS-75")
def test_t6_a_wave_turned_round_hits_the_one_between_twice() -> None:
    scene = plays("shock-1", (2, 10), (4, 10), (7, 10), hands={C: "backlash-1 103 104"})
    scene.do(A, Choose(direction="E")).do(B, PASS).do(C, React("backlash")).passed()
    assert scene.shells(A, B, C) == (2, 1, 3)


@pytest.mark.rule("GS-74")
def test_t7_renfort_stops_the_wave() -> None:
    scene = plays("shock-1", (2, 10), (4, 10), (7, 10), hands={B: "shell_reinforcement-1 103"})
    scene.do(A, Choose(direction="E")).do(B, React("shell_reinforcement"))
    assert scene.asked()[0] == "speed"
    assert scene.shells(A, B, C) == (3, 3, 3)


@pytest.mark.rule("GS-68", "GS-17")
def test_t8_a_snail_that_is_shoved_over_the_line_finishes_first() -> None:
    """C27, C28"""
    scene = plays("rolling_ball-1", (3, 3), (3, 2), luck=[2])
    assert [(out.snail, out.place) for out in scene.recorded(SnailOut)] == [(B, 1), (A, 2)]


@pytest.mark.rule("GS-93", "GS-18")
def test_t9_ice_before_a_stone_ends_the_move() -> None:
    scene = moving(A, "201", (1, 22), circuit="rallye_blizzard").do(A, TakePath(A, ("N", "E")))
    assert scene.cells(A) == ((1, 21),)


@pytest.mark.rule("GS-93")
def test_t10_ice_carries_on() -> None:
    scene = moving(A, "201", (3, 19), circuit="rallye_blizzard").do(A, TakePath(A, ("N",)))
    assert scene.cells(A) == ((3, 17),)


@pytest.mark.rule("GS-16")
def test_t11_no_diagonal_past_an_arrow_cell() -> None:
    """C45"""
    step = track("cross_ronces").step
    assert step[6, 14]["NE"] is None
    assert step[6, 14]["N"] == (6, 13)
    assert step[6, 13]["E"] == (7, 13)


@pytest.mark.rule("GS-56", "GS-91")
def test_t12_a_bound_flies_over_a_carrot() -> None:
    scene = plays("spring-1", (4, 14), circuit="chicanes_carottes").do(A, Choose(direction="N"))
    assert scene.cells(A) == ((4, 12),)


@pytest.mark.rule("GS-15")
def test_t13_the_walls_of_the_maze() -> None:
    """C44"""
    step = track("dedale_au_pode").step
    assert [x for x in range(1, 9) if step[x, 14]["N"]] == [2, 3, 6, 7]
    assert [x for x in range(1, 9) if step[x, 14]["NE"]] == [2, 6]


@pytest.mark.rule("GS-52")
def test_t14_only_who_is_behind_is_sucked_along() -> None:
    scene = racing((5, 10), (4, 9))
    assert in_a_slipstream(scene.race, A)
    assert not in_a_slipstream(scene.race, B)


@pytest.mark.rule("GS-87")
def test_t15_t16_points_by_arrival() -> None:
    """C37"""
    assert race_points((1, 2, 3, 4, None, None), POINTS) == (9, 6, 4, 3, 1, 1)
    assert race_points((1, 2, 3, 4), POINTS) == (9, 6, 4, 1)
    assert race_points((1, 2, 3, 4, 5), POINTS) == (9, 6, 4, 3, 1)


@pytest.mark.rule("GS-108")
def test_t17_the_first_stake_of_petits_gris_is_one_to_six() -> None:
    circuits = [*PETITS_GRIS]
    scene = racing(circuits=circuits, asking=(Stakes(),), operation_ninjagot=True)
    assert scene.race.reserves[A] == 20
    assert scene.legal(A) == tuple(Stake(A, shells) for shells in range(1, 7))


@pytest.mark.rule("GS-29")
def test_t18_a_hand_of_yellow_cards_is_announced_and_changed() -> None:
    scene = acting("spring-1", (4, 19), hands={A: "spring-1 shot-1 shot-2 shot-3 shot-4"})
    scene.do(A, CommitAction(A, "spring-1", discard=True), ["shot-1", "shot-3"])
    assert card.HandsChecked((A,)) in scene.caused
    assert scene.recorded(card.RedrawAnnounced) == [card.RedrawAnnounced(A, ("shot-1", "shot-3"))]
    assert len(scene.recorded(card.CardsDrawn)[-1].cards) == 2
    assert scene.caused[-3] == card.HandsChecked(())
