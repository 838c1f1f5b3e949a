"""The races: GR-T3 … GR-T6, GR-E1, GR-E2, GR-E14, GR-E18."""

import pytest

from domain.games.galopp_royal.commands import GaloppOptions
from domain.games.galopp_royal.race_events import (
    Award,
    ChairDrowned,
    ChairFinished,
    ChairMoved,
    ChairRanked,
    DieRolled,
    PrizesPaid,
)
from domain.kernel.ids import Seat
from tests.support.games.galopp_royal.situations import (
    PASS,
    ROLL,
    Tale,
    bid,
    cards,
    forth,
    on_track,
)
from tests.support.seats import A, B, C, D, E, F


def paid(tale: Tale) -> PrizesPaid:
    return [event for event in tale.events if isinstance(event, PrizesPaid)][-1]


@pytest.mark.rule("GR-4.2", "GR-10.3")
def test_the_die_names_the_bearer_who_moves_the_chair() -> None:
    """GR-T3"""
    tale = Tale(*on_track(0, 0, 0, teams=["1 5 2 3"]))
    tale.when(A, ROLL, 2).then(DieRolled(A, 2, cards("5")[0], choice=False), ChairMoved(A, 5, 5))
    assert tale.asked() == B


@pytest.mark.rule("GR-4.2")
@pytest.mark.parametrize(("face", "to"), [(1, 1), (2, 2), (3, 3), (4, -2)])
def test_every_slot_moves_by_its_bearer(face: int, to: int) -> None:
    tale = Tale(*on_track(0, 0, 0, teams=["1 2 3 -2"])).rolls((A, face))
    assert tale.positions() == [to, 0, 0]


@pytest.mark.rule("GR-6.1", "GR-6.3", "GR-6.4", "GR-6.5", "GR-10.5")
def test_the_first_race_is_paid() -> None:
    """GR-T4"""
    tale = Tale(*on_track(15, 15, 16, 3, teams=["5 5 5 5", "3 3 3 3", "2 2 2 2"]))
    tale.rolls((A, 1), (B, 1)).when(C, ROLL, 1).then_ends_with(
        ChairMoved(C, 2, 18),
        ChairFinished(C, 3),
        ChairRanked(D, 4, "alone"),
        PrizesPaid(
            1, (1, 2, 3, 4), (Award(A, 1, 20), Award(B, 2, 10), Award(C, 3, 5)), (60, 50, 45, 40), D
        ),
    )
    assert (tale.seen().phase, tale.asked()) == ("remove", D)


@pytest.mark.rule("GR-4.5", "GR-6.2", "GR-6.3", "GR-6.4", "GR-6.5")
def test_with_three_a_drowned_chair_is_third_and_paid() -> None:
    """GR-T5 (a)"""
    tale = Tale(*on_track(-3, 17, 4, teams=["-2 -2 -2 -2", "1 1 1 1"])).rolls((A, 1), (B, 1))
    assert paid(tale).ranks == (3, 1, 2)
    assert tale.gold() == [45, 60, 50]
    assert tale.asked() == A


@pytest.mark.rule("GR-6.2", "GR-6.3", "GR-6.4")
def test_with_three_two_drowned_leave_the_first_prize_to_the_third() -> None:
    """GR-T5 (b)"""
    teams = ["-2 -2 -2 1", "-2 -2 -2 1"]
    tale = Tale(*on_track(-3, -4, 4, teams=teams)).rolls((A, 1))
    tale.when(B, ROLL, 1).then_includes(ChairDrowned(B, 2), ChairRanked(C, 1, "alone"))
    assert tale.gold() == [45, 50, 60]
    assert tale.positions()[C] == 4
    assert paid(tale).last == A


@pytest.mark.rule("GR-6.4", "GR-1.12")
def test_the_second_race_pays_more() -> None:
    """GR-T6"""
    teams = ["5 5 5 5", "3 3 3 3", "2 2 2 2"]
    tale = Tale(*on_track(15, 16, 17, 3, teams=teams, race=2)).rolls((A, 1), (B, 1), (C, 1))
    assert tale.gold() == [65, 52, 46, 40]


@pytest.mark.rule("GR-4.6")
def test_passing_the_arch_is_finishing() -> None:
    """GR-E1"""
    tale = Tale(*on_track(16, 0, 0, teams=["5 1 1 1"]))
    tale.when(A, ROLL, 1).then_ends_with(ChairMoved(A, 5, 21), ChairFinished(A, 1))


@pytest.mark.rule("GR-4.2", "GR-4.5", "GR-6.2")
def test_a_goof_goes_back_and_may_drown() -> None:
    """GR-E2"""
    teams = ["-2 1 1 1"]
    tale = Tale(*on_track(0, 0, 0, 0, teams=teams)).rolls((A, 1))
    assert tale.positions() == [-2, 0, 0, 0]
    assert tale.seen().chairs[A].rank is None
    Tale(*on_track(-4, 0, 0, 0, teams=teams)).when(A, ROLL, 1).then_ends_with(
        ChairMoved(A, -2, -6), ChairDrowned(A, 4)
    )


@pytest.mark.rule("GR-6.2", "GR-6.4", "GR-6.5")
def test_two_drowned_of_four() -> None:
    """GR-E14"""
    teams = ["-2 1 1 1", "-2 1 1 1", "5 2 2 2"]
    tale = Tale(*on_track(-4, -3, 14, 0, teams=teams)).rolls((A, 1), (B, 1), (C, 1))
    assert paid(tale).ranks == (4, 3, 1, 2)
    assert tale.gold() == [40, 45, 60, 50]
    assert paid(tale).last == A


@pytest.mark.rule("GR-4.3")
def test_chairs_in_the_goal_are_skipped() -> None:
    """GR-E18"""
    tale = Tale(*on_track(17, 17, 0, 0, 0, teams=["1 2 3 3"] * 2))
    tale.rolls((A, 1), (B, 1), (C, 1), (D, 1), (E, 1))
    assert tale.asked() == C
    tale.given().when(A, ROLL).refused("not_your_turn", "GR-4.3")


@pytest.mark.rule("GR-4.3")
def test_chairs_in_the_bassin_are_skipped() -> None:
    tale = Tale(*on_track(-4, 0, 0, teams=["-2 1 1 1"])).rolls((A, 1), (B, 1), (C, 1))
    assert tale.asked() == B


@pytest.mark.rule("GR-4.4")
def test_chairs_may_share_a_space() -> None:
    tale = Tale(*on_track(3, 4, 5, teams=["2 2 2 2", "1 1 1 1"])).rolls((A, 1), (B, 1))
    assert tale.positions() == [5, 5, 5]


@pytest.mark.rule("GR-4.1", "GR-4.3")
def test_the_starter_rolls_first_and_then_it_goes_clockwise() -> None:
    tale = Tale(*on_track(0, 0, 0, starter=C))
    tale.given().when(A, ROLL).refused("not_your_turn", "GR-4.3")
    assert tale.rolls((C, 1), (A, 1)).asked() == B


@pytest.mark.rule("GR-10.1", "GR-10.4", "GR-10.6")
def test_in_a_race_nobody_bids_and_a_die_is_no_crafty_devil() -> None:
    tale = Tale(*on_track(0, 0, 0))
    tale.given().when(A, bid(1)).refused("not_now", "GR-10.1")
    tale.given().when(A, PASS).refused("not_now", "GR-10.1")
    tale.given().when(A, forth()).refused("not_now", "GR-10.4")


def long_race(*positions: int, starter: Seat) -> Tale:
    """999 rolls of a goof that somebody carries back again."""
    before = on_track(
        *positions, starter=starter, teams=["1 2 3 3", "1 2 3 3", "1 2 -2 5", "1 2 -2 5"]
    )
    rolled = DieRolled((starter - 1) % len(positions), 1, "B-1-1", choice=False)
    return Tale(*before, *[rolled] * 999)


@pytest.mark.rule("GR-4.7")
def test_after_a_thousand_rolls_the_chairs_are_ranked_where_they_stand() -> None:
    tale = long_race(3, 4, 9, 4, starter=D)
    tale.when(D, ROLL, 1).then_includes(
        ChairMoved(D, 1, 5),
        ChairRanked(C, 1, "too_long"),
        ChairRanked(D, 2, "too_long"),
        ChairRanked(B, 3, "too_long"),
        ChairRanked(A, 4, "too_long"),
    )


@pytest.mark.rule("GR-4.7")
def test_equal_chairs_are_then_ranked_in_turn_order_from_the_starter() -> None:
    tale = long_race(2, 2, 1, 2, starter=C)
    tale.when(C, ROLL, 1)
    assert paid(tale).ranks == (3, 4, 1, 2)


EARLY = GaloppOptions(early_stop=True)
SIX = (17, 17, 17, -4, 5, 6)
SIX_TEAMS = ["1 2 3 3", "1 2 3 3", "1 2 3 3", "-2 1 1 1"]


@pytest.mark.rule("GR-6.6")
def test_early_stop_ends_a_race_of_six_when_the_paid_and_the_last_are_known() -> None:
    tale = Tale(*on_track(*SIX, teams=SIX_TEAMS, options=EARLY)).rolls((A, 1), (B, 1), (C, 1))
    assert tale.seen().phase == "roll"
    tale.when(D, ROLL, 1).then_includes(
        ChairDrowned(D, 6), ChairRanked(F, 4, "decided"), ChairRanked(E, 5, "decided")
    )
    assert paid(tale).ranks == (1, 2, 3, 6, 5, 4)


@pytest.mark.rule("GR-6.6")
def test_without_early_stop_it_is_run_on() -> None:
    tale = Tale(*on_track(*SIX, teams=SIX_TEAMS)).rolls((A, 1), (B, 1), (C, 1), (D, 1))
    assert (tale.seen().phase, tale.asked()) == ("roll", E)


@pytest.mark.rule("GR-6.6")
@pytest.mark.parametrize("race", [5, 6])
def test_early_stop_ends_the_last_race_when_the_paid_ranks_are_known(race: int) -> None:
    near = 16 + race
    events = on_track(near, near, near, 4, 5, 5, teams=SIX_TEAMS, race=race, options=EARLY)
    tale = Tale(*events).rolls((A, 1), (B, 1), (C, 1))
    assert tale.seen().phase == ("finished" if race == 6 else "roll")
    if race == 6:
        assert paid(tale).ranks == (1, 2, 3, 6, 4, 5)
