"""Who bids, how much, and what he gets."""

from domain.games.galopp_royal.components import Bearer
from domain.games.galopp_royal.rules.seating import clockwise
from domain.games.galopp_royal.state import Auction, Court
from domain.kernel.ids import Seat


def without_team(court: Court, first: Seat) -> tuple[Seat, ...]:
    """GR-3.1, GR-3.8: the bidders of a start auction, the opener first."""
    order = clockwise(first % len(court.chairs), len(court.chairs))
    return tuple(seat for seat in order if None in court.displays[seat])


def to_act(auction: Auction) -> Seat:
    """GR-3.3"""
    return auction.turns[0]


def lowest_bid(auction: Auction) -> int:
    """GR-3.3"""
    if auction.high_bidder is None:
        return auction.min_bid
    return auction.high + auction.min_raise


def must_open(auction: Auction) -> bool:
    """GR-3.7: the opener of the deal after three failed ones, until he has bid."""
    return auction.forced


def discards_by_passing(auction: Auction) -> bool:
    """GR-3.5"""
    return auction.to_discard > 0


def is_sold(auction: Auction) -> bool:
    """GR-3.6: nobody but the high bidder is left."""
    return auction.turns == (auction.high_bidder,)


def has_failed(auction: Auction) -> bool:
    """GR-3.7, GR-8.6"""
    return not auction.turns


def team(auction: Auction) -> tuple[Bearer, ...]:
    """GR-3.10: in bidder order, the open card last."""
    dealt = tuple(card for seat in auction.bidders for card in auction.hands[seat])
    return dealt if auction.open is None else (*dealt, auction.open)
