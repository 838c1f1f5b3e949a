"""The crafty devil: GR-E3 … GR-E6, GR-E15."""

import pytest

from domain.games.galopp_royal import race_events as race
from domain.games.galopp_royal.commands import Crafty, Push
from domain.games.galopp_royal.game import GAME
from domain.kernel.ids import Seat
from tests.support.games.galopp_royal.situations import (
    ROLL,
    Tale,
    back,
    bid,
    cards,
    crafty,
    finished,
    forth,
    on_track,
)
from tests.support.seats import A, B, C, D, E


@pytest.mark.rule("GR-5.1", "GR-10.4")
def test_a_crafty_devil_asks_its_master() -> None:
    tale = Tale(*on_track(0, 0, 0, teams=["X 1 1 1"]))
    tale.when(A, ROLL, 1).then(race.DieRolled(A, 1, cards("X")[0], choice=True))
    assert (tale.seen().phase, tale.asked()) == ("crafty", A)
    tale.given().when(A, ROLL).refused("not_now", "GR-10.4")
    tale.given().when(B, forth()).refused("not_your_turn", "GR-4.3")
    tale.given().when(A, bid(1)).refused("not_now", "GR-10.1")


@pytest.mark.rule("GR-5.1", "GR-5.4", "GR-5.5", "GR-11.6")
@pytest.mark.parametrize(
    ("others", "code", "rule"),
    [
        ([(B, 2)], "would_drown", "GR-5.4"),
        ([(C, 2)], "would_drown", "GR-5.4"),
        ([(B, 1), (C, 1)], "would_drown", "GR-5.4"),
        ([(D, 1)], "bad_split", "GR-5.1"),
        ([(D, 3)], "bad_split", "GR-5.1"),
        ([(D, 2), (C, 1)], "bad_split", "GR-5.1"),
        ([(B, 1), (C, 1), (D, 1)], "bad_split", "GR-5.1"),
        ([(D, 1), (D, 1)], "bad_target", "GR-5.1"),
        ([(A, 2)], "bad_target", "GR-5.5"),
        ([(D, 1), (A, 1)], "bad_target", "GR-5.5"),
        ([(E, 2)], "bad_target", "GR-5.5"),
    ],
)
def test_near_the_pond_much_is_refused(
    others: list[tuple[Seat, int]], code: str, rule: str
) -> None:
    """GR-E3"""
    crafty(0, -4, -3, 6).given().when(A, forth(*others)).refused(code, rule, "others")


@pytest.mark.rule("GR-5.1", "GR-5.2", "GR-11.6")
def test_near_the_pond_two_may_go_back_one_each() -> None:
    """GR-E3"""
    tale = crafty(0, -4, -3, 6)
    tale.when(A, forth((C, 1), (D, 1))).then(
        race.CraftyDevilUsed(A, 2, (Push(C, -1), Push(D, -1))),
        race.ChairMoved(A, 2, 2),
        race.ChairMoved(C, -1, -4),
        race.ChairMoved(D, -1, 5),
    )
    assert tale.positions() == [2, -4, -4, 5]


@pytest.mark.rule("GR-5.1", "GR-5.2")
def test_own_chair_forth_another_back() -> None:
    """GR-E4"""
    assert crafty(3, 9, 2, 2).does(A, forth((B, 2))).positions() == [5, 7, 2, 2]


@pytest.mark.rule("GR-5.2", "GR-11.5")
def test_nobody_has_to_be_pushed_back() -> None:
    tale = crafty(3, 9, 2).does(A, forth())
    assert (tale.positions(), tale.asked()) == ([5, 9, 2], B)


@pytest.mark.rule("GR-5.3", "GR-11.7")
def test_a_deliberate_swim_needs_another_to_advance() -> None:
    """GR-E5"""
    tale = crafty(-3, 16, 2, 2)
    tale.given().when(A, back()).refused("must_advance_other", "GR-5.3", "others")
    tale.when(A, back((B, 2))).then(
        race.CraftyDevilUsed(A, -2, (Push(B, 2),)),
        race.ChairMoved(A, -2, -5),
        race.ChairDrowned(A, 4),
        race.ChairMoved(B, 2, 18),
        race.ChairFinished(B, 1),
    )
    assert tale.asked() == C


@pytest.mark.rule("GR-5.4", "GR-5.5")
def test_without_a_victim_the_half_lapses() -> None:
    """GR-E6"""
    tale = finished(crafty(5, -4, 18), C)
    tale.given().when(A, forth((B, 2))).refused("would_drown", "GR-5.4")
    tale.given().when(A, forth((C, 2))).refused("bad_target", "GR-5.5")
    assert tale.does(A, forth()).positions()[:2] == [7, -4]


@pytest.mark.rule("GR-5.6")
def test_two_carried_over_the_line_arrive_in_the_order_named() -> None:
    """GR-E15"""
    tale = crafty(0, 17, 17, 3)
    tale.when(A, back((C, 1), (B, 1))).then_ends_with(
        race.ChairMoved(C, 1, 18),
        race.ChairFinished(C, 1),
        race.ChairMoved(B, 1, 18),
        race.ChairFinished(B, 2),
    )


@pytest.mark.rule("GR-5.6", "GR-6.3")
def test_once_the_race_is_over_nobody_is_moved_any_more() -> None:
    tale = finished(crafty(16, 9, 18), C)
    tale.when(A, forth((B, 2))).then_includes(race.ChairMoved(A, 2, 18), race.ChairFinished(A, 2))
    assert tale.positions()[B] == 9
    assert isinstance(tale.events[-1], race.PrizesPaid)


@pytest.mark.rule("GR-5.1", "GR-5.7")
def test_with_both_halves_the_own_chair_must_go() -> None:
    crafty(3, 9, 2).given().when(A, Crafty(0, (Push(B, -2),))).refused("bad_split", "GR-5.1", "own")


@pytest.mark.rule("GR-5.6")
def test_two_chairs_are_listed_in_both_orders_only_if_one_may_arrive() -> None:
    far, near = crafty(0, 3, 4).state, crafty(0, 17, 4).state
    both = Crafty(-2, (Push(B, 1), Push(C, 1)))
    other_way = Crafty(-2, (Push(C, 1), Push(B, 1)))
    assert both in GAME.legal(far, A)
    assert other_way not in GAME.legal(far, A)
    assert {both, other_way} <= {*GAME.legal(near, A)}


@pytest.mark.rule("GR-11.11")
@pytest.mark.parametrize(
    ("positions", "usual"),
    [
        ((0, 3, 9, 2), forth((C, 2))),
        ((0, 7, 3, 7), forth((B, 2))),
        ((0, -4, -3, -4), forth()),
        ((0, -3, -2, -4), forth((C, 2))),
    ],
)
def test_out_of_time_the_foremost_is_pushed_back(positions: tuple[int, ...], usual: Crafty) -> None:
    tale = crafty(*positions)
    assert GAME.default(tale.state, A) == usual
    assert GAME.legal(tale.state, A)[0] == usual


@pytest.mark.rule("GR-11.11")
def test_out_of_time_equals_are_counted_from_the_roller_on() -> None:
    events = on_track(7, 7, 7, teams=["1 1 1 1", "X 2 2 2"], starter=B)
    tale = Tale(*events).does(B, ROLL, 1)
    assert GAME.default(tale.state, B) == forth((C, 2))
