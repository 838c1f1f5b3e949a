"""How terrain acts on the twelve circuits (GS-90 … GS-100)."""

import pytest

from domain.games.gasterospeed.commands import CommitAction, TakePath
from domain.games.gasterospeed.event_types.snails import DieRolled, SnailMoved
from domain.games.gasterospeed.rules.speed import Move as Moves
from domain.games.gasterospeed.rules.turn import LayActions
from tests.support.games.gasterospeed.situations import SLOW, Scene, acting, moving, plays
from tests.support.seats import A, B, C


def turn_over(circuit: str, *cells: tuple[int, int], luck: tuple[int, ...] = ()) -> Scene:
    """A discards, the turn ends, the circuit acts."""
    scene = acting("shot-1", *cells, circuit=circuit)
    return scene.do(A, CommitAction(A, "shot-1", True), *luck)


@pytest.mark.rule("GS-92")
def test_burrs_prick_a_snail_that_ends_a_displacement_on_them() -> None:
    crossed = moving(A, "201", (5, 12), circuit="raid_chataigne").do(A, TakePath(A, ("N", "N")))
    assert crossed.asked()[0] == "action"
    ended = moving(A, "201", (4, 13), circuit="raid_chataigne").do(A, TakePath(A, ("N", "NE")))
    assert ended.asked() == ("react", (A,))
    assert ended.passed().shells(A) == (2,)


@pytest.mark.rule("GS-92")
def test_burrs_prick_the_shoved_in_the_order_of_seats() -> None:
    cells = ((3, 21), (3, 20), (7, 20))  # B stands on a burr and is shoved off, C is not touched
    off = plays("rolling_ball-1", *cells, circuit="raid_chataigne", luck=[2])
    assert off.cells(A, B) == ((3, 18), (3, 17))
    assert off.asked()[0] == "speed"
    onto = plays("fit_of_madness-1", (4, 14), (3, 14), circuit="raid_chataigne", luck=[1, 8, 4, 4])
    assert onto.cells(A) == ((4, 13),)
    assert onto.asked()[0] == "speed"
    both = plays("rolling_ball-1", (4, 8), (4, 7), (6, 7), circuit="raid_chataigne", luck=[2])
    assert both.cells(A, B) == ((4, 5), (4, 4))
    assert both.asked() == ("react", (A,))


@pytest.mark.rule("GS-92")
def test_stepping_off_a_burr_and_back_pricks_standing_still_does_not() -> None:
    cell = (5, 11)
    scene = moving(A, "201", cell, circuit="raid_chataigne").do(A, TakePath(A, ("N", "S")))
    assert scene.asked() == ("react", (A,))
    still = moving(A, "201", cell, circuit="raid_chataigne").do(A, SLOW)
    assert still.asked()[0] == "action"


@pytest.mark.rule("GS-93")
def test_ice_is_left_only_onto_a_free_cell_that_is_no_start_cell() -> None:
    occupied = moving(A, "110", (3, 19), (3, 17), circuit="rallye_blizzard")
    assert occupied.do(A, TakePath(A, ("N",))).cells(A) == ((3, 18),)


@pytest.mark.rule("GS-94")
def test_plants_bite_once_on_one_or_two() -> None:
    bitten = turn_over("carnivore_land", (4, 16), luck=(2,))
    assert bitten.recorded(DieRolled) == [DieRolled("plant", A, A, 2, False)]
    assert bitten.passed().shells(A) == (2,)
    spared = turn_over("carnivore_land", (4, 16), luck=(3,))
    assert spared.shells(A) == (3,)
    between = turn_over("carnivore_land", (3, 15), luck=(8,))  # two plants, one roll
    assert len(between.recorded(DieRolled)) == 1


@pytest.mark.rule("GS-95", "GS-18")
def test_brambles_end_a_displacement_and_prick_on_one_to_four() -> None:
    entered = moving(A, "201", (5, 17), circuit="cross_ronces").do(A, TakePath(A, ("N", "N")))
    assert entered.cells(A) == ((5, 16),)
    pricked = turn_over("cross_ronces", (5, 16), luck=(4,))
    assert pricked.passed().shells(A) == (2,)
    assert turn_over("cross_ronces", (5, 16), luck=(5,)).shells(A) == (3,)


@pytest.mark.rule("GS-96")
@pytest.mark.parametrize(
    ("hole", "die", "end"),
    [
        ((2, 9), 1, (7, 14)),
        ((2, 9), 3, (7, 14)),
        ((2, 9), 4, (2, 9)),
        ((2, 9), 6, (4, 4)),
        ((2, 19), 2, (2, 23)),
        ((4, 4), 8, (4, 4)),
    ],
)
def test_moles_drag_to_other_holes(hole: tuple[int, int], die: int, end: tuple[int, int]) -> None:
    below = (hole[0], hole[1] + 1)
    scene = moving(A, "110", below, (8, 22), circuit="taupe_racing")
    assert scene.do(A, TakePath(A, ("N",)), die).cells(A) == (end,)


@pytest.mark.rule("GS-96")
def test_moles_leave_alone_who_came_by_an_action_or_would_land_on_somebody() -> None:
    by_card = plays("rolling_ball-1", (2, 12), circuit="taupe_racing", luck=[2])
    assert by_card.cells(A) == ((2, 12),)  # a tree on (2, 11)
    shoved = plays("turbo_firecracker-1", (2, 21), circuit="taupe_racing", luck=[3])
    assert shoved.cells(A) == ((2, 19),)
    taken = moving(A, "110", (2, 10), (4, 4), circuit="taupe_racing")
    assert taken.do(A, TakePath(A, ("N",)), 7).cells(A) == ((2, 9),)


@pytest.mark.rule("GS-97")
def test_currents_carry_nearest_to_the_finish_first_and_never_shove() -> None:
    scene = turn_over("surfin_nymphea", (4, 10), (4, 9), (3, 8))
    assert scene.cells(A, B, C) == ((4, 9), (4, 8), (3, 9))
    order = [event.snail for event in scene.recorded(SnailMoved)]
    assert order == [C, B, A]
    blocked = turn_over("surfin_nymphea", (4, 9), (4, 8))
    assert blocked.cells(A, B) == ((4, 9), (4, 8))


@pytest.mark.rule("GS-98")
def test_the_cleaver_falls_on_one_column() -> None:
    scene = turn_over("speed_cuisine", (3, 12), (3, 11), (4, 12), luck=(3,))
    assert scene.recorded(DieRolled) == [DieRolled("cleaver", None, None, 3, False)]
    assert scene.asked() == ("react", (A,))
    assert scene.passed().shells(A, B, C) == (2, 2, 3)
    assert turn_over("speed_cuisine", (3, 14), luck=(3,)).shells(A) == (3,)


@pytest.mark.rule("GS-99")
def test_bumpers_kick_at_the_end_of_a_speed_move_and_shove() -> None:
    scene = moving(A, "110", (4, 17), (5, 15), circuit="flipper_got")
    scene.do(A, TakePath(A, ("NE",)))  # (5, 16) is not beside a bumper
    assert scene.asked()[0] == "action"
    kicked = moving(A, "110", (4, 16), circuit="flipper_got")
    kicked.do(A, TakePath(A, ("N",)), 3)  # (4, 15), below the bumper on (4, 14)
    assert kicked.cells(A) == ((4, 15),)  # north-east is a bumper: impossible, it stays
    crowded = ((4, 16), (5, 16))
    stays = moving(A, "110", *crowded, circuit="flipper_got").do(A, TakePath(A, ("N",)), 5)
    assert stays.cells(A, B) == ((4, 15), (5, 16))  # a bumper is behind B
    away = moving(A, "110", *crowded, circuit="flipper_got", inner_walls="rail")
    away.do(A, TakePath(A, ("N",)), 5)
    assert away.cells(A, B) == ((5, 16), (5, 17))  # with inner rails it sets B back
    assert away.recorded(SnailMoved)[-1].how == "kick"


def test_a_snail_that_has_not_moved_is_not_kicked() -> None:
    scene = moving(A, "110", (4, 15), circuit="flipper_got", asking=(Moves(A), LayActions()))
    assert scene.do(A, SLOW).asked()[0] == "action"
