"""The auctions for the starting teams: GR-T1, GR-T2, GR-E7 … GR-E11."""

import pytest

from domain.games.galopp_royal import auction_events
from domain.games.galopp_royal.race_events import RaceBegun
from domain.kernel.ids import Seat
from tests.support.games.galopp_royal.situations import (
    PASS,
    ROLL,
    Tale,
    bid,
    cards,
    dealt_tale,
    forth,
    kinds,
)
from tests.support.seats import A, B, C, D, E, F

HANS, PIA, WERNER, CLAUDIA = range(4)
FIRST = (
    *((HANS, 1), (PIA, 2), (WERNER, 3), (CLAUDIA, 5), (HANS, None)),
    *((PIA, 6), (WERNER, None), (CLAUDIA, 7), (PIA, 9)),
)
PILE = "1 2 3 5 1 2 3 5 1 2 3 5 -2 X 1 2"


def opened(tale: Tale) -> auction_events.AuctionOpened:
    return [event for event in tale.events if isinstance(event, auction_events.AuctionOpened)][-1]


@pytest.mark.rule("GR-3.3", "GR-3.4", "GR-3.6", "GR-3.10", "GR-10.1")
def test_the_first_auction_of_the_rulebook() -> None:
    """GR-T1"""
    tale = dealt_tale(4, PILE).says(*FIRST)
    tale.when(CLAUDIA, PASS).then_starts_with(
        auction_events.BidderPassed(CLAUDIA, discards=False),
        auction_events.TeamSold(PIA, 9, cards("1 2 3 5"), 41),
    )
    assert tale.gold() == [50, 41, 50, 50]
    assert opened(tale).bidders == (WERNER, CLAUDIA, HANS)


@pytest.mark.rule("GR-3.1", "GR-3.2", "GR-3.8", "GR-3.9", "GR-10.2")
def test_the_second_to_fourth_team_of_the_rulebook() -> None:
    """GR-T2"""
    tale = dealt_tale(4, PILE).says(*FIRST, (CLAUDIA, None))
    pile = cards(PILE)
    assert tale.events[-4:] == [
        auction_events.BearerDealt(WERNER, pile[4], (WERNER,)),
        auction_events.BearerDealt(CLAUDIA, pile[5], (CLAUDIA,)),
        auction_events.BearerDealt(HANS, pile[6], (HANS,)),
        auction_events.OpenBearerTurned(pile[7]),
    ]
    tale.says((WERNER, None), (CLAUDIA, None), (HANS, 4))
    assert tale.court.displays[HANS] == (*pile[4:7], pile[7])
    assert opened(tale).bidders == (WERNER, CLAUDIA)
    assert tale.events[-4:] == [
        *(auction_events.BearerDealt(WERNER, card, (WERNER,)) for card in pile[8:10]),
        *(auction_events.BearerDealt(CLAUDIA, card, (CLAUDIA,)) for card in pile[10:12]),
    ]
    tale.says((WERNER, 7), (CLAUDIA, 8)).when(WERNER, PASS).then_includes(
        auction_events.TeamSold(CLAUDIA, 8, pile[8:12], 42),
        auction_events.LastTeamPaid(WERNER, 10, 40),
        *(auction_events.BearerDrawn(WERNER, slot, pile[11 + slot]) for slot in (1, 2, 3, 4)),
        RaceBegun(1, 0, 18, (20, 10, 5), HANS),
    )
    assert tale.gold() == [46, 41, 40, 42]
    assert (tale.seen().phase, tale.seen().race, tale.asked()) == ("roll", 1, HANS)
    assert len(tale.court.pile) == 24


@pytest.mark.rule("GR-3.1", "GR-3.5", "GR-3.8", "GR-10.10")
def test_the_first_passer_of_five_bidders_discards() -> None:
    """GR-E7"""
    tale = dealt_tale(5, "1 2 3 5 -2").says((A, 1))
    tale.when(B, PASS).then(auction_events.BidderPassed(B, discards=True))
    assert tale.court.discards == cards("2")
    tale.says((C, 3), (D, None), (E, None), (A, None))
    assert tale.court.gold[C] == 47
    assert kinds(tale.court.displays[C]) == "1 3 5 -2"
    assert opened(tale).bidders == (D, E, A, B)


@pytest.mark.rule("GR-3.1", "GR-3.5", "GR-3.10")
def test_the_first_two_passers_of_six_bidders_discard() -> None:
    """GR-E8"""
    tale = dealt_tale(6, "1 2 3 5 -2 X", first=C).says((C, None), (D, None))
    assert tale.court.discards == cards("1 2")
    tale.says((E, 1), (F, None), (A, 2), (B, None), (E, None))
    assert tale.court.gold[A] == 48
    assert kinds(tale.court.displays[A]) == "3 5 -2 X"
    following = opened(tale)
    assert (following.bidders, following.first_passers_discard) == ((B, C, D, E, F), 1)


@pytest.mark.rule("GR-2.1", "GR-3.9")
@pytest.mark.parametrize(("players", "left"), [(3, 28), (4, 24), (5, 19), (6, 13)])
def test_the_start_uses_as_many_cards_as_the_table_says(players: int, left: int) -> None:
    tale = dealt_tale(players)
    while tale.seen().phase == "auction":
        asked, auction = tale.asked(), tale.seen().auction
        assert asked is not None
        assert auction is not None
        tale.does(asked, bid(1) if auction.high == 0 else PASS)
    assert len(tale.court.pile) == left
    assert all(None not in display for display in tale.court.displays)


@pytest.mark.rule("GR-3.7", "GR-11.3")
def test_nobody_bids_and_after_three_failures_the_opener_must() -> None:
    """GR-E9"""
    tale = dealt_tale(4, PILE)
    for failures in (1, 2, 3):
        tale.says((A, None), (B, None), (C, None))
        tale.when(D, PASS).then_includes(
            auction_events.BidderPassed(D, discards=False), auction_events.AuctionFailed("start")
        )
        assert len(tale.court.discards) == 4 * failures
        assert (opened(tale).bidders[0], opened(tale).forced) == (A, failures == 3)
    tale.given().when(A, PASS).refused("forced_opening", "GR-3.7")
    tale.says((A, 1), (B, None), (C, None))
    tale.when(D, PASS).then_includes(auction_events.TeamSold(A, 1, cards(PILE)[12:], 49))
    assert opened(tale).failures == 0


@pytest.mark.rule("GR-3.7")
def test_after_the_forced_bid_the_others_may_pass_as_ever_and_the_opener_too() -> None:
    tale = dealt_tale(4, PILE)
    for _ in range(3):
        tale.says((A, None), (B, None), (C, None), (D, None))
    tale.says((A, 1), (B, 2), (C, None), (D, None))
    tale.when(A, PASS).then_includes(auction_events.TeamSold(B, 2, cards(PILE)[12:], 48))


@pytest.mark.rule("GR-3.3", "GR-3.4", "GR-11.2")
@pytest.mark.parametrize(
    ("seat", "amount", "code"),
    [
        (C, 0, "bad_amount"),
        (C, 4, "bad_amount"),
        (C, 5, "bad_amount"),
        (C, 51, "bad_amount"),
        (D, 6, "not_your_turn"),
        (A, 6, "not_your_turn"),
        (B, 6, "not_your_turn"),
    ],
)
def test_bad_bids_are_refused(seat: Seat, amount: int, code: str) -> None:
    """GR-E10: A has passed, B has bid 5, C is on turn."""
    tale = dealt_tale(4).says((A, None), (B, 5))
    tale.given().when(seat, bid(amount)).refused(code, "GR-3.3")


@pytest.mark.rule("GR-3.3")
def test_the_first_bid_is_at_least_one_and_all_in_is_allowed() -> None:
    tale = dealt_tale(4)
    tale.given().when(A, bid(0)).refused("bad_amount", "GR-3.3", "amount")
    tale.when(A, bid(50)).then(auction_events.BidPlaced(A, 50))
    tale.given().when(B, bid(51)).refused("bad_amount", "GR-3.3", "amount")


@pytest.mark.rule("GR-3.6")
def test_a_lone_bidder_wins_at_once_for_one() -> None:
    """GR-E11"""
    tale = dealt_tale(4, PILE).says((A, None), (B, None), (C, None))
    tale.when(D, bid(1)).then_starts_with(
        auction_events.BidPlaced(D, 1), auction_events.TeamSold(D, 1, cards("1 2 3 5"), 49)
    )


@pytest.mark.rule("GR-3.6", "GR-3.7")
def test_a_lone_bidder_who_passes_too_makes_the_auction_fail() -> None:
    """GR-E11"""
    tale = dealt_tale(4, PILE).says((A, None), (B, None), (C, None))
    tale.when(D, PASS).then_includes(auction_events.AuctionFailed("start"))
    assert opened(tale).bidders == (A, B, C, D)


@pytest.mark.rule("GR-3.6")
def test_nobody_has_to_raise_their_own_bid() -> None:
    tale = dealt_tale(3).says((A, 1), (B, None))
    assert tale.asked() == C
    tale.when(C, PASS).then_includes(auction_events.BidderPassed(C, discards=False))
    assert tale.court.gold == (49, 50, 50)


@pytest.mark.rule("GR-10.1", "GR-10.3", "GR-11.4")
def test_in_an_auction_nobody_rolls() -> None:
    tale = dealt_tale(3)
    tale.given().when(A, ROLL).refused("not_now", "GR-10.3")
    tale.given().when(A, forth()).refused("not_now", "GR-10.3")
