"""GR-10.8 … GR-10.14 row by row: what the holder, another seat and a spectator see and hear."""

import pytest
from msgspec import json

from domain.games.galopp_royal import auction_events as bid
from domain.games.galopp_royal.commands import GaloppOptions, Remove
from domain.games.galopp_royal.components import BEARERS, Bearer
from domain.games.galopp_royal.view import AuctionView
from domain.kernel.ids import Seat
from domain.kernel.messages import EVERYONE, NOBODY, only
from tests.support.games.galopp_royal.situations import (
    ROLL,
    Tale,
    cards,
    dealt,
    dealt_tale,
    on_track,
)
from tests.support.seats import A, B, C, D

ALL = (A, B, C, D, None)
TWO_USERS = GaloppOptions(first_seat=A, two_users=True)


def named(tale: Tale, viewer: Seat | None) -> set[Bearer]:
    """Every bearer that this view names."""
    said = json.encode(tale.seen(viewer)).decode()
    return {card for card in BEARERS if f'"{card}"' in said}


def bearers_visible_to(tale: Tale, viewer: Seat | None) -> set[Bearer]:
    """Every bearer that the events heard so far name."""
    holds = () if viewer is None else (viewer,)
    said = b"".join(json.encode(e) for e in tale.events if e.audience().hears(holds))
    return {card for card in BEARERS if f'"{card}"'.encode() in said}


def auction(tale: Tale, viewer: Seat | None) -> AuctionView:
    seen = tale.seen(viewer).auction
    assert seen is not None
    return seen


@pytest.mark.rule("GR-10.8")
@pytest.mark.parametrize("viewer", ALL)
def test_row_a_dealt_card_is_for_its_holder_also_after_a_pass(viewer: Seat | None) -> None:
    """GR-E19"""
    own = set() if viewer is None else {cards("1 2 3 5")[viewer]}
    dealt_now = dealt_tale(4, "1 2 3 5")
    hans_has_passed = dealt_tale(4, "1 2 3 5").says((A, None), (B, 1))
    for tale in (dealt_now, hans_has_passed):
        assert named(tale, viewer) == bearers_visible_to(tale, viewer) == own
        assert [bidder.cards for bidder in auction(tale, viewer).bidders] == [1, 1, 1, 1]
        hidden = [bidder.bearers is None for bidder in auction(tale, viewer).bidders]
        assert hidden == [seat != viewer for seat in range(4)]


@pytest.mark.rule("GR-10.8", "GR-10.11")
@pytest.mark.parametrize("viewer", ALL)
def test_row_after_the_award_the_team_is_seen_by_all(viewer: Seat | None) -> None:
    """GR-E19"""
    tale = dealt_tale(4, "1 2 3 5").says((A, None), (B, 9), (C, None), (D, None))
    assert tale.seen(viewer).chairs[B].display == cards("1 2 3 5")
    assert set(cards("1 2 3 5")) <= bearers_visible_to(tale, viewer)


@pytest.mark.rule("GR-10.8")
def test_a_player_with_a_team_sees_nothing_of_a_start_auction() -> None:
    tale = dealt_tale(4, "1 2 3 5 1 2 3 -2").says((A, None), (B, 9), (C, None), (D, None))
    assert [bidder.seat for bidder in auction(tale, B).bidders] == [C, D, A]
    assert [bidder.bearers for bidder in auction(tale, B).bidders] == [None, None, None]


@pytest.mark.rule("GR-10.9")
@pytest.mark.parametrize("viewer", [A, B, C, None])
def test_row_the_open_card_is_seen_by_all(viewer: Seat | None) -> None:
    tale = dealt_tale(3, "1 2 3 5")
    assert auction(tale, viewer).open == cards("5")[0]
    assert cards("5")[0] in bearers_visible_to(tale, viewer)


@pytest.mark.rule("GR-10.10", "GR-3.5")
@pytest.mark.parametrize("viewer", ALL)
def test_row_the_card_of_a_first_passer_is_never_shown(viewer: Seat | None) -> None:
    tale = dealt_tale(5, "1 2 3 5 -2").says((A, 1), (B, None))
    gone = cards("1 2 3 5 -2")[B]
    assert gone not in named(tale, viewer)
    assert (gone in bearers_visible_to(tale, viewer)) is (viewer == B)
    tale.says((C, 3), (D, None), (4, None), (A, None))
    assert (gone in bearers_visible_to(tale, viewer)) is (viewer == B)
    assert gone not in named(tale, viewer)


@pytest.mark.rule("GR-10.10", "GR-3.7")
@pytest.mark.parametrize("viewer", ALL)
def test_row_the_cards_of_a_failed_auction_are_never_shown(viewer: Seat | None) -> None:
    tale = dealt_tale(4, "1 2 3 5").says((A, None), (B, None), (C, None), (D, None))
    gone = set(cards("1 2 3 5"))
    own = set() if viewer is None else {cards("1 2 3 5")[viewer]}
    assert not gone & named(tale, viewer)
    assert gone & bearers_visible_to(tale, viewer) == own
    assert tale.seen(viewer).discards == 4


@pytest.mark.rule("GR-10.11")
@pytest.mark.parametrize("viewer", [A, B, C, None])
def test_row_the_last_team_is_seen_by_all(viewer: Seat | None) -> None:
    tale = dealt_tale(3, "1 2 3 5 1 2 3 5 1 2 3 5")
    tale.says((A, 1), (B, None), (C, None), (B, 1), (C, None))
    last = cards("1 2 3 5 1 2 3 5 1 2 3 5")[8:]
    assert tale.seen(viewer).chairs[C].display == last
    assert set(last) <= bearers_visible_to(tale, viewer)


def exchanged() -> tuple[Tale, tuple[Bearer, ...]]:
    """D was last and has removed a bearer from every display."""
    teams = ["5 5 5 5", "3 3 3 3", "2 2 2 2", "1 1 1 1"]
    tale = Tale(*on_track(15, 15, 16, 3, teams=teams)).rolls((A, 1), (B, 1), (C, 1))
    fresh = tale.court.pile[:4]
    return tale.does(D, Remove((1, 2, 3, 4))), fresh


@pytest.mark.rule("GR-10.11", "GR-7.3")
@pytest.mark.parametrize("viewer", ALL)
def test_row_refilled_slots_are_seen_by_all(viewer: Seat | None) -> None:
    tale, (for_d, for_a, for_b, for_c) = exchanged()
    chairs = tale.seen(viewer).chairs
    assert (chairs[A].display[0], chairs[B].display[1]) == (for_a, for_b)
    assert (chairs[C].display[2], chairs[D].display[3]) == (for_c, for_d)


@pytest.mark.rule("GR-10.12", "GR-8.4")
@pytest.mark.parametrize("viewer", ALL)
def test_row_removed_bearers_and_old_teams_are_known_to_all(viewer: Seat | None) -> None:
    tale, _ = exchanged()
    (removed,) = [event for event in tale.events if isinstance(event, bid.BearersRemoved)]
    assert removed.audience() == EVERYONE
    old = tale.court.displays[D]
    tale.says((D, 1), (A, None), (B, None), (C, None))
    (dismissed,) = [event for event in tale.events if isinstance(event, bid.TeamDismissed)]
    assert dismissed.audience() == EVERYONE
    assert set(old) <= bearers_visible_to(tale, viewer)


@pytest.mark.rule("GR-10.13")
@pytest.mark.parametrize("viewer", ALL)
def test_row_bids_passes_and_gold_are_seen_by_all(viewer: Seat | None) -> None:
    tale = dealt_tale(4).says((A, None), (B, 5))
    seen = auction(tale, viewer)
    assert (seen.high, seen.high_bidder, seen.lowest_bid) == (5, B, 6)
    assert [bidder.passed for bidder in seen.bidders] == [True, False, False, False]
    view = tale.seen(viewer)
    assert (view.phase, view.active, view.race, view.races) == ("auction", C, 0, 6)
    assert [chair.gold for chair in view.chairs] == [50, 50, 50, 50]
    assert [chair.chair for chair in view.chairs] == ["red", "blue", "green", "yellow"]
    assert view.prizes == (20, 10, 5)


@pytest.mark.rule("GR-10.13")
@pytest.mark.parametrize("viewer", ALL)
def test_row_positions_ranks_and_the_die_are_seen_by_all(viewer: Seat | None) -> None:
    tale = Tale(*on_track(17, 4, 0, -2, teams=["1 2 3 3"]))
    for event in tale.when(A, ROLL, 1).events:
        assert event.audience() == EVERYONE
    view = tale.seen(viewer)
    assert [chair.position for chair in view.chairs] == [18, 4, 0, -2]
    assert [chair.rank for chair in view.chairs] == [1, None, None, None]
    assert view.track is not None
    assert (view.track.goal, view.track.pond, view.track.start) == (18, -5, 0)
    assert (view.phase, view.active, view.starter) == ("roll", B, A)


@pytest.mark.rule("GR-10.14")
@pytest.mark.parametrize("viewer", ALL)
def test_row_pile_and_discards_are_numbers(viewer: Seat | None) -> None:
    tale, _ = exchanged()
    court = tale.court
    assert (tale.seen(viewer).pile, tale.seen(viewer).discards) == (16, 4)
    assert not named(tale, viewer) & {*court.pile, *court.discards}
    shuffled = tale.events[1]
    assert isinstance(shuffled, bid.PileShuffled)
    assert shuffled.audience() == NOBODY


@pytest.mark.rule("GR-2.1", "GR-10.8")
@pytest.mark.parametrize(
    ("viewer", "sees"), [(A, "02"), (B, "13"), (C, "02"), (D, "13"), (None, "")]
)
def test_one_of_two_users_sees_the_cards_of_both_own_seats(viewer: Seat | None, sees: str) -> None:
    tale = Tale(*dealt(4, "1 2 3 5", options=TWO_USERS))
    own = {cards("1 2 3 5")[int(seat)] for seat in sees}
    assert named(tale, viewer) == bearers_visible_to(tale, viewer) == own


@pytest.mark.rule("GR-2.1", "GR-10.8")
def test_a_dealt_card_is_visible_to_the_seats_of_its_user() -> None:
    alone, partners = dealt(4)[3], dealt(4, options=TWO_USERS)[3]
    assert isinstance(alone, bid.BearerDealt)
    assert (alone.audience(), partners.audience()) == (only(A), only(A, C))
