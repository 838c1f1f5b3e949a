"""Bousculade, rambardes, start line, K.O. snails (GS-14, GS-56, GS-65 … GS-70, GS-91, GS-93)."""

import pytest

from domain.games.gasterospeed.commands import Choose
from domain.games.gasterospeed.components import Cell
from domain.games.gasterospeed.event_types.snails import SnailMoved, SnailOut
from domain.games.gasterospeed.rules.shove import Crowd, Shift, forced
from domain.games.gasterospeed.rules.track import track
from tests.support.games.gasterospeed.situations import plays
from tests.support.seats import A, B, C, D, E


def shoved(circuit: str, way: str, *cells: Cell, inner: bool = False) -> list[Shift] | None:
    """The first snail steps this way, the others stand."""
    ground = track(circuit)
    board = {cell: number for number, cell in enumerate(cells)}
    starts = tuple(sorted(ground.starts))
    landing = ground.step[cells[0]][way]  # type: ignore[index]
    crowd = Crowd(ground, board, starts, inner)
    return forced(crowd, cells[0], landing, way)  # type: ignore[arg-type]


@pytest.mark.rule("GS-65", "GS-66")
def test_a_shove_goes_in_the_direction_of_the_mover() -> None:
    moved = shoved("paquerette_derby", "NE", (3, 12), (4, 11))
    assert moved == [Shift(B, ((5, 10),), "shove"), Shift(A, ((4, 11),), None)]


@pytest.mark.rule("GS-66")
def test_no_snail_is_displaced_twice_by_one_step() -> None:
    """C23: B is set back onto C, which would have to push the mover."""
    moved = shoved("paquerette_derby", "E", (7, 11), (8, 11), (8, 12))
    assert moved is not None
    assert [shift.snail for shift in moved] == [C, B, A]
    cornered = shoved("paquerette_derby", "NE", (7, 11), (8, 10), (8, 11), (8, 12))
    assert cornered is not None
    assert len({shift.snail for shift in cornered}) == len(cornered) == 4


@pytest.mark.rule("GS-67", "GS-91")
def test_only_the_edge_sets_back_a_stone_or_a_wall_stops() -> None:
    """C24"""
    edge = shoved("paquerette_derby", "E", (7, 10), (8, 10))
    assert edge == [Shift(B, ((8, 11),), "set_back"), Shift(A, ((8, 10),), None)]
    assert shoved("paquerette_derby", "E", (2, 15), (3, 15)) is None
    assert shoved("dedale_au_pode", "E", (1, 9), (2, 9)) is None
    assert shoved("chicanes_carottes", "E", (2, 13), (3, 13)) is None
    assert shoved("cross_ronces", "NE", (5, 15), (6, 14)) is None  # a diagonal cut by the corde


@pytest.mark.rule("GS-67", "GS-91")
def test_with_inner_rails_stones_walls_and_closed_corners_set_back_but_carrots_are_soft() -> None:
    """C24: the old reading, `inner_walls` = `rail`."""
    stone = shoved("paquerette_derby", "E", (2, 15), (3, 15), inner=True)
    assert stone == [Shift(B, ((3, 16),), "set_back"), Shift(A, ((3, 15),), None)]
    wall = shoved("dedale_au_pode", "E", (1, 9), (2, 9), inner=True)
    assert wall == [Shift(B, ((2, 10),), "set_back"), Shift(A, ((2, 9),), None)]
    corde = shoved("cross_ronces", "NE", (5, 15), (6, 14), inner=True)
    assert corde == [Shift(B, ((6, 15),), "set_back"), Shift(A, ((6, 14),), None)]
    behind_too = shoved("dedale_au_pode", "E", (3, 13), (4, 13), inner=True)
    assert behind_too is None
    assert shoved("chicanes_carottes", "E", (2, 13), (3, 13), inner=True) is None


@pytest.mark.rule("GS-67")
def test_both_readings_of_inner_walls_side_by_side() -> None:
    """C24: B stands before the stones; the option decides whether A gets past."""
    cells = ((2, 15), (3, 15))
    stop = plays("rolling_ball-1", *cells, luck=[8])
    assert stop.cells(A, B) == cells
    rail = plays("rolling_ball-1", *cells, luck=[8], inner_walls="rail")
    assert rail.cells(A, B) == ((3, 15), (3, 16))


@pytest.mark.rule("GS-67")
def test_back_is_read_on_the_cell_of_the_shoved_snail() -> None:
    """C21: on Star Got's upper straight "back" is west."""
    moved = shoved("star_got", "S", (8, 2), (8, 3))
    assert moved == [Shift(B, ((7, 3),), "set_back"), Shift(A, ((8, 3),), None)]


@pytest.mark.rule("GS-67")
def test_pushed_straight_back_against_a_rail_nothing_moves() -> None:
    assert shoved("paquerette_derby", "S", (4, 13), (4, 14)) is None  # a stone behind B


@pytest.mark.rule("GS-67")
def test_own_movement_against_a_rail_just_stops() -> None:
    """C25"""
    scene = plays("rolling_ball-1", (8, 10), luck=[8])
    assert scene.cells(A) == ((8, 10),)


@pytest.mark.rule("GS-69")
def test_pushed_onto_the_start_line_it_takes_its_own_place_or_the_nearest() -> None:
    """C26"""
    own = shoved("paquerette_derby", "S", (6, 19), (6, 20))
    assert own == [Shift(B, ((3, 21),), "start_line"), Shift(A, ((6, 20),), None)]
    taken = shoved("paquerette_derby", "S", (6, 19), (6, 20), (3, 21))
    assert taken == [Shift(B, ((2, 21),), "start_line"), Shift(A, ((6, 20),), None)]


@pytest.mark.rule("GS-69")
def test_a_snail_on_the_line_is_not_pushed_further_back_but_sideways() -> None:
    assert shoved("paquerette_derby", "S", (4, 20), (4, 21)) is None
    assert shoved("paquerette_derby", "SW", (4, 20), (3, 21)) is None
    sideways = shoved("paquerette_derby", "E", (3, 21), (4, 21))
    assert sideways == [Shift(B, ((5, 21),), "shove"), Shift(A, ((4, 21),), None)]
    assert shoved("paquerette_derby", "E", (6, 21), (7, 21)) is None  # no set-back there


@pytest.mark.rule("GS-93")
def test_a_snail_that_is_shoved_onto_ice_slides_and_never_shoves() -> None:
    moved = shoved("rallye_blizzard", "N", (3, 20), (3, 19))
    assert moved == [Shift(B, ((3, 18), (3, 17)), "shove"), Shift(A, ((3, 19),), None)]
    stopped = shoved("rallye_blizzard", "N", (3, 20), (3, 19), (3, 17))
    assert stopped == [Shift(B, ((3, 18),), "shove"), Shift(A, ((3, 19),), None)]


@pytest.mark.rule("GS-70", "GS-8")
def test_knocked_out_snails_are_shoved_and_taken_off_over_the_line() -> None:
    scene = plays("rolling_ball-1", (3, 3), (3, 2), luck=[2], knocked_out=[B])
    outs = [(out.snail, out.status, out.place) for out in scene.recorded(SnailOut)]
    assert outs == [(B, "removed", None), (A, "finished", 1)]


@pytest.mark.rule("GS-70")
def test_terrain_does_not_act_on_knocked_out_snails() -> None:
    onto_a_burr = ((3, 16), (3, 14))
    awake = plays("spring-1", *onto_a_burr, circuit="raid_chataigne")
    assert awake.do(A, Choose(direction="N")).asked() == ("react", (B,))
    out = plays("spring-1", *onto_a_burr, circuit="raid_chataigne", knocked_out=[B])
    assert out.do(A, Choose(direction="N")).asked()[0] == "speed"
    assert out.cells(A, B) == ((3, 14), (3, 13))


@pytest.mark.rule("GS-14")
def test_two_snails_never_share_a_cell() -> None:
    crowd = ((4, 12), (4, 11), (4, 10), (3, 11), (5, 11))
    scene = plays("rolling_ball-1", *crowd, seats=6, luck=[2])
    cells = scene.cells(A, B, C, D, E)
    assert len({*cells}) == 5


@pytest.mark.rule("GS-68")
def test_a_chain_is_described_from_the_front() -> None:
    scene = plays("spring-1", (4, 14), (4, 12), (4, 11))
    scene.do(A, scene.legal(A)[1])
    moved = [(event.snail, event.by) for event in scene.recorded(SnailMoved)]
    assert moved == [(C, A), (B, A), (A, None)]
