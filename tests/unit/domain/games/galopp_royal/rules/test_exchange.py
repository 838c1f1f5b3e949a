"""Between two races: the exchange and the replacement teams; GR-E12, GR-E13, GR-E17."""

import pytest

from domain.games.galopp_royal import auction_events
from domain.games.galopp_royal.commands import Remove
from domain.games.galopp_royal.components import BEARERS
from domain.games.galopp_royal.game import GAME
from domain.games.galopp_royal.race_events import RaceBegun
from domain.kernel.ids import Seat
from tests.support.games.galopp_royal.knowledge import pieces
from tests.support.games.galopp_royal.situations import (
    PASS,
    ROLL,
    Tale,
    bid,
    dealt_tale,
    kinds,
    on_track,
)
from tests.support.seats import A, B, C, D

TEAMS = ["5 5 5 1", "3 3 3 3", "2 2 2 2", "1 -2 X X"]
SLOTS = (4, 1, 2, 3)


def after_race() -> Tale:
    """GR-T4: everybody had 40 gold, seat 3 is last."""
    return Tale(*on_track(15, 15, 16, 3, teams=TEAMS)).rolls((A, 1), (B, 1), (C, 1))


def in_break() -> Tale:
    return after_race().does(D, Remove(SLOTS))


@pytest.mark.rule("GR-6.5", "GR-7.1", "GR-7.2", "GR-7.3", "GR-7.4", "GR-10.6")
def test_the_last_removes_one_of_each_and_everybody_draws_from_the_last_on() -> None:
    tale = after_race()
    displays, pile = tale.court.displays, tale.court.pile
    gone = tuple(displays[seat][SLOTS[seat] - 1] for seat in (A, B, C, D))
    tale.when(D, Remove(SLOTS)).then_starts_with(
        auction_events.BearersRemoved(D, SLOTS, gone),  # type: ignore[arg-type]
        auction_events.BearerDrawn(D, 3, pile[0]),
        auction_events.BearerDrawn(A, 4, pile[1]),
        auction_events.BearerDrawn(B, 1, pile[2]),
        auction_events.BearerDrawn(C, 2, pile[3]),
    )
    assert tale.court.discards == gone
    assert tale.court.displays[D] == (*displays[D][:2], pile[0], displays[D][3])


@pytest.mark.rule("GR-7.1", "GR-11.8")
@pytest.mark.parametrize(
    ("seat", "slots", "code", "rule"),
    [
        (D, (1, 1, 1), "bad_slot", "GR-7.1"),
        (D, (1, 1, 1, 1, 1), "bad_slot", "GR-7.1"),
        (D, (), "bad_slot", "GR-7.1"),
        (D, (1, 1, 1, 0), "bad_slot", "GR-11.8"),
        (D, (5, 1, 1, 1), "bad_slot", "GR-11.8"),
        (A, (1, 1, 1, 1), "not_your_turn", "GR-7.1"),
    ],
)
def test_a_removal_names_a_slot_of_every_display_and_is_the_last_ones(
    seat: Seat, slots: tuple[int, ...], code: str, rule: str
) -> None:
    """GR-E12"""
    after_race().given().when(seat, Remove(slots)).refused(code, rule)


@pytest.mark.rule("GR-10.6", "GR-11.8")
def test_while_bearers_are_removed_nothing_else_is_done_and_only_then() -> None:
    after_race().given().when(D, ROLL).refused("not_now", "GR-10.3")
    after_race().given().when(D, bid(1)).refused("not_now", "GR-10.1")
    in_break().given().when(D, Remove(SLOTS)).refused("not_now", "GR-10.6")


@pytest.mark.rule("GR-8.1", "GR-8.2", "GR-8.3", "GR-8.4", "GR-8.5", "GR-9.1")
def test_one_player_may_buy_both_replacement_teams() -> None:
    """GR-E12"""
    tale = in_break()
    assert (tale.asked(), tale.gold()) == (D, [60, 50, 45, 40])
    old = tale.court.displays[D]
    tale.says((D, 5), (A, None), (B, None))
    bought = tale.when(C, PASS)
    bought.then_includes(auction_events.TeamDismissed(D, old))  # type: ignore[arg-type]
    (sold,) = (event for event in bought.events if isinstance(event, auction_events.TeamSold))
    assert (sold.seat, sold.price, sold.gold) == (D, 5, 35)
    assert tale.asked() == D
    tale.says((D, 2), (A, None), (B, None)).when(C, PASS).then_includes(
        auction_events.TeamDismissed(D, sold.team), RaceBegun(2, 0, 19, (25, 12, 6), D)
    )
    assert tale.gold()[D] == 33
    assert (tale.seen().race, tale.asked(), tale.positions()) == (2, D, [0, 0, 0, 0])


@pytest.mark.rule("GR-8.6", "GR-9.1")
def test_unwanted_replacements_are_discarded_and_not_dealt_again() -> None:
    """GR-E13"""
    tale = in_break()
    displays = tale.court.displays
    tale.says((D, None), (A, None), (B, None), (C, None))
    assert tale.court.displays == displays
    tale.says((D, None), (A, None), (B, None)).when(C, PASS).then_ends_with(
        auction_events.AuctionFailed("replacement"), RaceBegun(2, 0, 19, (25, 12, 6), D)
    )
    assert tale.court.displays == displays
    assert [e.number for e in tale.events if isinstance(e, auction_events.AuctionOpened)] == [1, 2]


@pytest.mark.rule("GR-8.2", "GR-8.4")
def test_the_others_keep_their_teams_when_one_buys() -> None:
    tale = in_break()
    displays = tale.court.displays
    tale.says((D, None), (A, 3), (B, None), (C, None))
    assert tale.court.displays[1:] == displays[1:]
    assert set(displays[A]) <= set(tale.court.discards)


@pytest.mark.rule("GR-8.7")
def test_a_player_who_cannot_beat_the_high_bid_can_only_pass() -> None:
    tale = in_break().says((D, 40), (A, 60))
    assert GAME.legal(tale.state, B) == (PASS,)
    assert GAME.open_parameters(tale.state, B) == ()
    tale.given().when(B, bid(61)).refused("bad_amount", "GR-3.3")
    assert tale.asked() == B  # nobody passes for him


@pytest.mark.rule("GR-8.2", "GR-3.1")
def test_three_players_bid_for_a_replacement_with_an_open_card() -> None:
    teams = ["5 5 1 1", "3 3 3 3", "2 2 2 2"]
    tale = Tale(*on_track(15, 15, 3, teams=teams)).rolls((A, 1), (B, 1))
    tale.does(C, Remove((1, 1, 1)))
    auction = tale.seen().auction
    assert auction is not None
    assert auction.open is not None
    assert [(bidder.seat, bidder.cards) for bidder in auction.bidders] == [(C, 1), (A, 1), (B, 1)]


def six_at_the_first_break() -> Tale:
    """Everybody bids 1 at the start, somebody wins, A is last."""
    tale = dealt_tale(6, "1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3")
    while tale.seen().phase == "auction":
        asked, auction = tale.asked(), tale.seen().auction
        assert asked is not None
        assert auction is not None
        tale.does(asked, bid(1) if auction.high == 0 else PASS)
    return tale


def run_out(tale: Tale) -> Tale:
    """The race as the defaults run it, always on the first slot that is no crafty devil."""
    while tale.seen().phase in ("roll", "crafty"):
        asked = tale.asked()
        assert asked is not None
        command = GAME.default(tale.state, asked)
        tale.does(asked, command, *((1,) if tale.seen().phase == "roll" else ()))
    return tale


@pytest.mark.rule("GR-8.8", "GR-11.9")
def test_six_players_use_up_the_pile_and_the_discards_are_shuffled() -> None:
    """GR-E17"""
    tale = six_at_the_first_break()
    assert (len(tale.court.pile), len(tale.court.discards)) == (13, 3)
    last = run_out(tale).asked()
    assert last is not None
    tale.does(last, GAME.default(tale.state, last))
    assert (len(tale.court.pile), len(tale.court.discards)) == (1, 9)
    tale.says(*(((last + n) % 6, None) for n in range(5)))
    told = tale.when((last + 5) % 6, PASS, ())
    told.then_includes(
        auction_events.AuctionFailed("replacement"), auction_events.DiscardsReshuffled(15)
    )
    assert [type(event) for event in told.events].count(auction_events.PileShuffled) == 1
    assert (len(tale.court.pile), len(tale.court.discards)) == (10, 0)
    assert sorted(set(pieces(tale.state)) & set(BEARERS)) == sorted(BEARERS)


@pytest.mark.rule("GR-8.8")
def test_a_reshuffle_begins_from_the_discards_sorted() -> None:
    tale = six_at_the_first_break()
    last = run_out(tale).asked()
    assert last is not None
    tale.does(last, GAME.default(tale.state, last))
    tale.says(*(((last + n) % 6, None) for n in range(5))).when((last + 5) % 6, PASS, ())
    (shuffled,) = [e for e in tale.events if isinstance(e, auction_events.PileShuffled)][1:]
    assert list(shuffled.pile) == sorted(shuffled.pile)


@pytest.mark.rule("GR-11.12")
def test_out_of_time_the_own_weakest_and_the_strongest_of_all_others_go() -> None:
    tale = after_race()
    assert [kinds(display) for display in tale.court.displays] == TEAMS
    assert GAME.default(tale.state, D) == Remove((1, 1, 1, 2))


@pytest.mark.rule("GR-7.1", "GR-11.8")
def test_the_list_of_removals_holds_the_default_and_a_change_in_each_display() -> None:
    state = after_race().state
    listed = GAME.legal(state, D)
    assert listed[0] == GAME.default(state, D) == Remove((1, 1, 1, 2))
    assert len(listed) == 1 + 4 * 3
    (parameter,) = GAME.open_parameters(state, D)
    assert (parameter.command, parameter.field) == ("galopp_royal.remove", "slots")
    assert parameter.schema == {
        "type": "array",
        "items": {"type": "integer", "minimum": 1, "maximum": 4},
        "minItems": 4,
        "maxItems": 4,
    }
