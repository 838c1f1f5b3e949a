"""The ten Action cards, one by one (GS-50 … GS-58, GS-71)."""

from typing import Any

import pytest

from domain.games.gasterospeed.commands import Choose, TakePath
from domain.games.gasterospeed.event_types.cards import CardLost
from domain.games.gasterospeed.event_types.snails import (
    ActionPlayed,
    DieRolled,
    ShotFired,
    SnailMoved,
)
from tests.support.games.gasterospeed.situations import Scene, plays
from tests.support.seats import A, B, C, D


def lost(scene: Scene) -> bool:
    return bool(scene.recorded(CardLost))


@pytest.mark.rule("GS-55", "GS-60")
def test_turbo_petard_blows_up_on_a_one() -> None:
    """C55"""
    scene = plays("turbo_firecracker-1", (4, 12), luck=[1])
    assert scene.asked() == ("react", (A,))
    scene.passed()
    assert scene.shells(A) == (2,)
    assert scene.cells(A) == ((4, 12),)


def test_turbo_petard_goes_two_steps_straight_ahead_and_never_shoves() -> None:
    assert plays("turbo_firecracker-1", (4, 12), luck=[2]).cells(A) == ((4, 10),)
    assert plays("turbo_firecracker-1", (4, 12), (4, 10), luck=[8]).cells(A, B) == (
        (4, 11),
        (4, 10),
    )


@pytest.mark.rule("GS-58")
def test_turbo_petard_reads_the_heading_of_every_cell() -> None:
    scene = plays("turbo_firecracker-1", (6, 4), circuit="star_got", luck=[5])
    assert scene.cells(A) == ((7, 3),)  # north onto an arrow that points east, then east


def test_turbo_petard_is_lost_without_a_roll_if_the_first_cell_is_taken() -> None:
    scene = plays("turbo_firecracker-1", (4, 12), (4, 11))
    assert lost(scene)
    assert not scene.recorded(DieRolled)


@pytest.mark.rule("GS-53", "GS-71", "GS-80")
def test_tir_rolls_on_the_fire_table_at_any_distance() -> None:
    """C35, C36: no line of sight, but never at one's own second snail."""
    scene = plays("shot-1", (4, 19), None, (4, 5), seats=2)
    assert scene.legal(A) == (Choose(target=C), Choose(target=D))
    scene.do(A, Choose(target=C), 3)
    assert scene.recorded(ShotFired) == [ShotFired(A, C, True)]
    scene.passed()
    assert scene.shells(C) == (2,)
    missed = plays("shot-1", (4, 19), (4, 5)).do(A, Choose(target=B), 2)
    assert missed.recorded(ShotFired) == [ShotFired(A, B, False)]
    assert missed.shells(B) == (3,)


@pytest.mark.rule("GS-90")
def test_daisies_hide_from_tir() -> None:
    scene = plays("shot-1", (4, 19), (3, 3))
    assert Choose(target=B) not in scene.legal(A)
    assert scene.refused(A, Choose(target=B)) == ("illegal_choice", "GS-48", "target")


def test_tir_is_lost_if_everybody_is_hidden() -> None:
    assert lost(plays("shot-1", (4, 19), (3, 3), (6, 3), (2, 6)))


@pytest.mark.rule("GS-51")
def test_walls_stop_blows_but_no_shots() -> None:
    """C44"""
    across: Any = {"circuit": "dedale_au_pode"}
    assert lost(plays("feeler_blow-1", (1, 14), (1, 13), **across))
    assert lost(plays("shock-1", (1, 14), (1, 13), **across))
    assert not lost(plays("shot-1", (1, 14), (1, 13), **across))
    assert plays("feeler_blow-1", (2, 14), (2, 13), **across).asked()[0] == "choose"


@pytest.mark.rule("GS-72")
def test_choc_needs_a_line_with_somebody_elses_snail() -> None:
    """C31: one side, with gaps, until something impassable."""
    scene = plays("shock-1", (2, 10), (4, 10), (2, 17), (4, 18))
    assert scene.legal(A) == (Choose(direction="E"), Choose(direction="S"))
    blocked = plays("shock-1", (4, 17), (4, 14))  # a stone on (4, 15)
    assert Choose(direction="N") not in blocked.legal(A)


@pytest.mark.rule("GS-56", "GS-50")
def test_ressort_bounds_over_whatever_stands_there_and_shoves_where_it_lands() -> None:
    scene = plays("spring-1", (4, 14), (4, 13), (4, 12)).do(A, Choose(direction="N"))
    assert scene.cells(A, B, C) == ((4, 12), (4, 13), (4, 11))


@pytest.mark.rule("GS-56")
def test_ressort_flies_over_stones_and_finishes_on_the_first_line_cell() -> None:
    scene = plays("spring-1", (4, 16)).do(A, Choose(direction="N"))
    assert scene.cells(A) == ((4, 14),)
    home = plays("spring-1", (4, 2)).do(A, Choose(direction="N"))
    assert home.caused[1] == SnailMoved(A, "bound", ((4, 1),), None)
    assert home.status(A) == ("finished",)


def test_ressort_is_lost_if_no_forward_bound_is_possible() -> None:
    walls = plays("spring-1", (1, 9), circuit="dedale_au_pode")
    assert Choose(direction="N") not in walls.legal(A)  # a wall closes the first half
    plants = plays("spring-1", (5, 21), circuit="carnivore_land")
    assert Choose(direction="N") not in plants.legal(A)  # plants are not flown over


@pytest.mark.rule("GS-58", "GS-57")
def test_kangouroute_bounds_ahead_then_where_the_die_says() -> None:
    scene = plays("sharp_kangaroute-1", (4, 13), luck=[4])
    moves = [event.cells for event in scene.recorded(SnailMoved)]
    assert moves == [((4, 11),), ((6, 11),)]


@pytest.mark.rule("GS-58")
def test_a_bound_of_kangouroute_that_cannot_be_made_is_skipped() -> None:
    first = plays("sharp_kangaroute-1", (1, 3), luck=[4], circuit="dedale_au_pode")
    assert first.cells(A) == ((3, 3),)
    assert not lost(first)
    both = plays("sharp_kangaroute-1", (1, 3), luck=[8], circuit="dedale_au_pode")
    assert lost(both)
    assert both.cells(A) == ((1, 3),)


@pytest.mark.rule("GS-58", "GS-18")
def test_kangouroute_ends_where_the_first_bound_meets_stopping_terrain() -> None:
    bramble = plays("sharp_kangaroute-1", (10, 5), circuit="cross_ronces", luck=[8])
    assert bramble.cells(A) == ((10, 3),)
    assert [event.purpose for event in bramble.recorded(DieRolled)] == ["bramble"]


@pytest.mark.rule("GS-58", "GS-65")
def test_rouler_bouler_keeps_its_absolute_direction() -> None:
    scene = plays("rolling_ball-1", (5, 4), circuit="star_got", luck=[2])
    assert scene.cells(A) == ((5, 1),)  # north all the way, over arrows that point east


def test_rouler_bouler_stops_at_the_first_step_it_cannot_make() -> None:
    assert plays("rolling_ball-1", (4, 18), luck=[2]).cells(A) == ((4, 16),)


@pytest.mark.rule("GS-58")
def test_coup_de_folie_skips_what_cannot_be_done_and_rolls_on() -> None:
    scene = plays("fit_of_madness-1", (4, 16), luck=[2, 8, 2, 5])
    assert scene.cells(A) == ((3, 14),)
    assert len(scene.recorded(DieRolled)) == 4
    assert not lost(scene)


@pytest.mark.rule("GS-18", "GS-93")
def test_ice_ends_a_coup_de_folie() -> None:
    scene = plays("fit_of_madness-1", (3, 19), circuit="rallye_blizzard", luck=[2])
    assert scene.cells(A) == ((3, 17),)
    assert len(scene.recorded(DieRolled)) == 1


@pytest.mark.rule("GS-52")
def test_aspiration_gluante_needs_somebody_ahead_and_a_free_cell() -> None:
    """C20: compulsory if possible; a K.O. snail counts; it never shoves."""
    scene = plays("sticky_slipstream-1", (5, 10), (4, 9), knocked_out=[B])
    ways = tuple(Choose(direction=way) for way in ("N", "NE"))  # NW is taken
    assert scene.legal(A) == tuple(ways)
    assert scene.do(A, Choose(direction="NE")).cells(A) == ((6, 9),)
    assert lost(plays("sticky_slipstream-1", (5, 10), (5, 7)))


@pytest.mark.rule("GS-52")
def test_both_readings_of_aspiration_gluante_side_by_side() -> None:
    """« Vous pouvez avancer »: with the option a snail may stay."""
    cells, stay = ((5, 10), (4, 9)), Choose()
    must = plays("sticky_slipstream-1", *cells)
    assert must.refused(A, stay) == ("illegal_choice", "GS-48", "direction")
    may = plays("sticky_slipstream-1", *cells, optional_slipstream=True)
    assert may.legal(A) == (*must.legal(A), stay)
    assert may.do(A, stay).cells(A) == ((5, 10),)
    assert may.recorded(ActionPlayed) == [ActionPlayed(A, "sticky_slipstream-1", None, None)]
    assert lost(plays("sticky_slipstream-1", (5, 10), (5, 7), optional_slipstream=True))


@pytest.mark.rule("GS-52")
def test_behind_is_read_with_the_heading_of_the_other_snail() -> None:
    scene = plays("sticky_slipstream-1", (6, 4), (7, 3), circuit="star_got")
    assert not lost(scene)  # (6, 4) is cell 5 of a snail on (7, 3) that faces east


def test_laitue_bleue_moves_like_a_200_card() -> None:
    """C55"""
    scene = plays("blue_lettuce-1", (4, 12))
    assert scene.asked() == ("path", (A,))
    assert scene.refused(A, TakePath(A, ("N",))) == ("illegal_path", "GS-41", "steps[1]")
    assert scene.refused(A, Choose(direction="N"))[0] == "illegal_choice"
    assert scene.do(A, TakePath(A, ("N", "NE"))).cells(A) == ((5, 10),)


def test_laitue_bleue_is_lost_if_no_neighbouring_cell_is_free() -> None:
    cells = ((2, 21), (2, 20), (3, 20), (3, 21), (1, 20))
    assert lost(plays("blue_lettuce-1", *cells, seats=5))


@pytest.mark.rule("GS-50")
def test_only_four_cards_shove() -> None:
    ahead = ((4, 12), (4, 11))
    assert plays("rolling_ball-1", *ahead, luck=[2]).cells(B) != ((4, 11),)
    assert plays("fit_of_madness-1", *ahead, luck=[2, 2, 2, 2]).cells(B) != ((4, 11),)
    assert lost(plays("turbo_firecracker-1", *ahead))
    sucked = plays("sticky_slipstream-1", *ahead)
    assert Choose(direction="N") not in sucked.legal(A)
