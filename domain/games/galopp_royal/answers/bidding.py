"""Auctions: dealt, bid for, sold or failed, one after the other until a race can begin."""

from domain.games.galopp_royal import auction_events as bid
from domain.games.galopp_royal import refusals
from domain.games.galopp_royal.answers.piles import Play, court_of, top_card
from domain.games.galopp_royal.answers.racing import begin_race
from domain.games.galopp_royal.components import BOX, DEALS
from domain.games.galopp_royal.rules import auction as rules
from domain.games.galopp_royal.rules.seating import clockwise, eyes
from domain.games.galopp_royal.state import Auction, AuctionKind, Bidding, GaloppState
from domain.kernel.game import Chance
from domain.kernel.ids import Seat
from domain.kernel.refusals import Rejected


def on_turn(state: GaloppState, seat: Seat) -> Bidding:
    """GR-10.1"""
    if not isinstance(state, Bidding):
        raise Rejected(refusals.NoAuction(), rule="GR-10.1")
    if rules.to_act(state.auction) != seat:
        raise Rejected(refusals.NotYourTurn(rules.to_act(state.auction)), rule="GR-3.3")
    return state


def bid_placed(state: GaloppState, seat: Seat, amount: int) -> bid.BidPlaced:
    """GR-3.3, GR-11.2"""
    bidding = on_turn(state, seat)
    lowest, purse = rules.lowest_bid(bidding.auction), bidding.court.gold[seat]
    if amount < lowest:
        raise Rejected(refusals.BidTooLow(lowest), rule="GR-3.3", field="amount")
    if amount > purse:
        raise Rejected(refusals.BidTooHigh(purse), rule="GR-3.3", field="amount")
    return bid.BidPlaced(seat, amount)


def bidder_passed(state: GaloppState, seat: Seat) -> bid.BidderPassed:
    """GR-3.4, GR-3.5, GR-11.3"""
    auction = on_turn(state, seat).auction
    if rules.must_open(auction):
        raise Rejected(refusals.OpenerMustBid(), rule="GR-3.7")
    return bid.BidderPassed(seat, rules.discards_by_passing(auction))


def open_auction(
    play: Play,
    chance: Chance,
    kind: AuctionKind,
    number: int,
    bidders: tuple[Seat, ...],
    failures: int = 0,
) -> None:
    """GR-3.1, GR-3.2, GR-8.2"""
    numbers, dealt = BOX.auction, DEALS[len(bidders)]
    play.add(
        bid.AuctionOpened(
            kind=kind,
            number=number,
            failures=failures,
            bidders=bidders,
            cards_each=dealt.cards_each,
            open=dealt.open,
            first_passers_discard=dealt.first_passers_discard,
            min_bid=numbers.min_bid,
            min_raise=numbers.min_raise,
            forced=failures >= numbers.failures_before_forced_opening,
        )
    )
    court = court_of(play)
    for seat in bidders:
        for _ in range(dealt.cards_each):
            seen_by = eyes(court.terms, len(court.chairs), seat)
            play.add(bid.BearerDealt(seat, top_card(play, chance), seen_by))
    if dealt.open:
        play.add(bid.OpenBearerTurned(top_card(play, chance)))


def settle(play: Play, chance: Chance) -> None:
    """GR-3.6, GR-3.7: what follows from a bid or a pass, if it was the last of its auction."""
    assert isinstance(play.state, Bidding)
    auction = play.state.auction
    if rules.has_failed(auction):
        fail(play, chance, auction)
    elif rules.is_sold(auction):
        sell(play, chance, auction)


def fail(play: Play, chance: Chance, auction: Auction) -> None:
    """GR-3.7: dealt anew at the start; GR-8.6: given up later on."""
    play.add(bid.AuctionFailed(auction.kind))
    if auction.kind == "start":
        again = auction.failures + 1
        open_auction(play, chance, "start", auction.number, auction.bidders, again)
    else:
        after_replacement(play, chance, auction.number)


def sell(play: Play, chance: Chance, auction: Auction) -> None:
    """GR-3.6, GR-3.10, GR-8.4"""
    seat, court = auction.high_bidder, court_of(play)
    assert seat is not None
    old = tuple(bearer for bearer in court.displays[seat] if bearer is not None)
    if old:
        play.add(bid.TeamDismissed(seat, old))
    left = court.gold[seat] - auction.high
    play.add(bid.TeamSold(seat, auction.high, rules.team(auction), left))
    if auction.kind == "start":
        next_start_auction(play, chance, auction.number + 1, seat + 1)
    else:
        after_replacement(play, chance, auction.number)


def next_start_auction(play: Play, chance: Chance, number: int, opener: Seat) -> None:
    """GR-3.8, GR-3.9"""
    bidders = rules.without_team(court_of(play), opener)
    if len(bidders) > 1:
        open_auction(play, chance, "start", number, bidders)
    else:
        last_team(play, chance, bidders[0])
        begin_race(play)


def last_team(play: Play, chance: Chance, seat: Seat) -> None:
    """GR-3.9"""
    court = court_of(play)
    price = court.terms.last_team_price
    play.add(bid.LastTeamPaid(seat, price, court.gold[seat] - price))
    for slot in range(1, court.terms.slots + 1):
        play.add(bid.BearerDrawn(seat, slot, top_card(play, chance)))


def open_replacement(play: Play, chance: Chance, number: int) -> None:
    """GR-8.2, GR-8.3, GR-8.5: all bid, the last of the race opens."""
    court = court_of(play)
    bidders = clockwise(court.starter, len(court.chairs))
    open_auction(play, chance, "replacement", number, bidders)


def after_replacement(play: Play, chance: Chance, number: int) -> None:
    """GR-8.1, GR-9.1"""
    if number < BOX.auction.replacements_per_break:
        open_replacement(play, chance, number + 1)
    else:
        begin_race(play)
