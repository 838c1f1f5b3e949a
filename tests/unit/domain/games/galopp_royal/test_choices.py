"""The open question, the list of answers, what a time-out plays, what can be known beforehand."""

import pytest

from domain.games.galopp_royal.commands import Bid, Crafty, GaloppCommand, Remove
from domain.games.galopp_royal.game import GAME
from domain.games.galopp_royal.greedy import limit
from domain.kernel.ids import Seat
from ludotheque.laws.random_play import played
from tests.support.games.galopp_royal.situations import (
    PASS,
    ROLL,
    Tale,
    bid,
    dealt_tale,
    forth,
    on_track,
)
from tests.support.seats import A, B, C, D


def greedily(tale: Tale, seat: Seat) -> GaloppCommand:
    return GAME.greedy(tale.seen(seat), seat, GAME.legal(tale.state, seat))[0]


@pytest.mark.rule("GR-3.3", "GR-11.2")
def test_every_bid_up_to_the_purse_is_listed_after_the_pass() -> None:
    tale = dealt_tale(4).says((A, 7))
    assert GAME.legal(tale.state, B) == (PASS, *(Bid(amount) for amount in range(8, 51)))
    assert GAME.legal(tale.state, C) == ()
    (parameter,) = GAME.open_parameters(tale.state, B)
    assert (parameter.command, parameter.field) == ("galopp_royal.bid", "amount")
    assert parameter.schema == {"type": "integer", "minimum": 8, "maximum": 50}
    assert GAME.open_parameters(tale.state, C) == ()


@pytest.mark.rule("GR-3.7", "GR-11.3", "GR-11.10")
def test_a_forced_opener_finds_no_pass_in_the_list_and_bids_one_when_late() -> None:
    tale = dealt_tale(4)
    for _ in range(3):
        tale.says((A, None), (B, None), (C, None), (D, None))
    assert GAME.legal(tale.state, A) == tuple(Bid(amount) for amount in range(1, 51))
    assert GAME.default(tale.state, A) == Bid(1)
    assert GAME.default(tale.says((A, 1)).state, B) == PASS


@pytest.mark.rule("GR-11.10")
def test_late_bidders_pass_and_late_rollers_roll() -> None:
    """GR-E20"""
    claudia = (*((A, 1), (B, 2), (C, 3), (D, 5), (A, None)), *((B, 6), (C, None), (D, 7), (B, 9)))
    tale = dealt_tale(4).says(*claudia)
    assert GAME.default(tale.state, D) == PASS
    assert tale.does(D, GAME.default(tale.state, D)).gold() == [50, 41, 50, 50]
    assert GAME.default(Tale(*on_track(0, 0, 0)).state, A) == ROLL


@pytest.mark.rule("GR-10.1", "GR-10.3", "GR-10.4", "GR-10.6")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_question_has_a_key_of_its_own(seats: int) -> None:
    for number in range(3):
        states = [step.before.play for step in played("galopp_royal", seats, number).turns]  # type: ignore[union-attr]
        asked = [GAME.decision(state) for state in states]
        keys = [each.key for each in asked if each is not None]
        assert len(set(keys)) == len(keys) == len(states)
        assert {each.kind for each in asked if each} == {"bid", "roll", "crafty", "remove"}


@pytest.mark.rule("GR-10.1")
def test_a_deal_that_failed_puts_new_questions() -> None:
    tale, keys = dealt_tale(3), []
    for _ in range(3):
        for seat in (A, B, C):
            decision = GAME.decision(tale.state)
            assert decision is not None
            keys.append(decision.key)
            tale.does(seat, PASS)
    assert len(set(keys)) == 9


def test_a_preview_ends_where_the_unknown_begins() -> None:
    lone = dealt_tale(3).says((A, None), (B, None))
    assert len(GAME.preview(lone.state, C, bid(1))) == 1
    assert GAME.preview(Tale(*on_track(0, 0, 0)).state, A, ROLL) == []
    crafty = Tale(*on_track(16, 9, 4, teams=["X 1 1 1"])).does(A, ROLL, 1)
    told = crafty.given().when(A, forth((B, 2))).events
    assert tuple(GAME.preview(crafty.state, A, forth((B, 2)))) == told


def test_greedy_bids_low_for_a_good_team_and_passes_an_expensive_one() -> None:
    good = dealt_tale(3, "5 5 5 5")
    assert greedily(good, A) == Bid(1)
    assert greedily(good.says((A, 30)), B) == PASS


def test_greedy_values_what_it_sees() -> None:
    good, bad = dealt_tale(3, "5 1 1 5"), dealt_tale(3, "-2 1 1 -2")
    assert good.seen(A).auction is not None
    worths = [limit(tale.seen(A), tale.seen(A).auction, A) for tale in (good, bad)]  # type: ignore[arg-type]
    assert worths[0] > worths[1]
    assert worths[0] > limit(good.seen(B), good.seen(B).auction, B)  # type: ignore[arg-type]


def test_greedy_pushes_the_foremost_and_takes_the_best_of_the_others() -> None:
    crafty = Tale(*on_track(3, 9, 12, 4, teams=["X 1 1 1"])).does(A, ROLL, 1)
    assert greedily(crafty, A) == Crafty(2, forth((C, 2)).others)
    teams = ["5 5 1 1", "3 5 3 3", "2 2 -2 2"]
    removing = Tale(*on_track(15, 15, 3, teams=teams)).rolls((A, 1), (B, 1))
    assert greedily(removing, C) == Remove((1, 2, 3))
