"""The open question and its answers: whose turn, what is legal, what a time-out plays."""

from typing import Any

from domain.games.galopp_royal.commands import Bid, GaloppCommand, Pass, Roll
from domain.games.galopp_royal.rules import auction as auctions
from domain.games.galopp_royal.rules import crafty, exchange, race
from domain.games.galopp_royal.state import Bidding, Finished, GaloppState, Racing, Removing
from domain.kernel.game import Decision, OpenParameter, Outcome
from domain.kernel.ids import Seat

ROLL, PASS = (Roll(),), Pass()
BIDS = tuple(Bid(amount) for amount in range(100))  # a purse is seldom larger


def decision(state: GaloppState) -> Decision | None:
    """GR-10.1 … GR-10.7"""
    seat = asked(state)
    if seat is None:
        return None
    if isinstance(state, Racing):
        kind = "crafty" if state.track.crafty else "roll"
        key = f"{kind}:{state.court.race}:{state.track.rolls}"
    elif isinstance(state, Bidding):
        auction, kind = state.auction, "bid"
        key = f"bid:{state.court.race}:{auction.number}:{auction.failures}:{auction.acts}"
    else:
        assert isinstance(state, Removing)
        key, kind = f"remove:{state.court.race}", "remove"
    return Decision(key, kind, frozenset((seat,)))


def asked(state: GaloppState) -> Seat | None:
    """The seat that has to decide."""
    if isinstance(state, Racing):
        return race.active(state.court, state.track)
    if isinstance(state, Bidding):
        return auctions.to_act(state.auction)
    return state.court.starter if isinstance(state, Removing) else None


def legal(state: GaloppState, seat: Seat) -> tuple[GaloppCommand, ...]:
    """What a time-out would play, and then everything else; of removals a selection."""
    if asked(state) != seat:
        return ()
    if isinstance(state, Racing):
        if not state.track.crafty:
            return ROLL
        usual = crafty.out_of_time(state.court, state.track, seat)
        others = [use for use in crafty.uses(state.court, state.track, seat) if use != usual]
        return (usual, *others)
    if isinstance(state, Bidding):
        return bids(state, seat)
    assert isinstance(state, Removing)
    return tuple(exchange.sensible(state.court, seat))


def bids(state: Bidding, seat: Seat) -> tuple[GaloppCommand, ...]:
    """GR-3.3, GR-8.7: every amount up to the purse; GR-3.7: whoever must open cannot pass."""
    lowest, purse = auctions.lowest_bid(state.auction), state.court.gold[seat]
    listed = BIDS[lowest : purse + 1]
    more = [Bid(amount) for amount in range(max(lowest, len(BIDS)), purse + 1)]
    return (*listed, *more) if auctions.must_open(state.auction) else (PASS, *listed, *more)


def open_parameters(state: GaloppState, seat: Seat) -> tuple[OpenParameter, ...]:
    if asked(state) != seat:
        return ()
    match state:
        case Bidding(court=court, auction=auction):
            return _amount(auctions.lowest_bid(auction), court.gold[seat])
        case Removing(court=court):
            return (_slots(len(court.chairs), court.terms.slots),)
        case _:
            return ()


def _amount(lowest: int, purse: int) -> tuple[OpenParameter, ...]:
    if lowest > purse:
        return ()
    schema = {"type": "integer", "minimum": lowest, "maximum": purse}
    return (OpenParameter("galopp_royal.bid", "amount", schema),)


def _slots(displays: int, slots: int) -> OpenParameter:
    slot: dict[str, Any] = {"type": "integer", "minimum": 1, "maximum": slots}
    size = {"minItems": displays, "maxItems": displays}
    schema = {"type": "array", "items": slot, **size}
    return OpenParameter("galopp_royal.remove", "slots", schema)


def default(state: GaloppState, seat: Seat) -> GaloppCommand:
    """GR-11.10 … GR-11.12"""
    match state:
        case Bidding(auction=auction):
            return Bid(auction.min_bid) if auctions.must_open(auction) else Pass()
        case Racing(court=court, track=track) if track.crafty:
            return crafty.out_of_time(court, track, seat)
        case Removing(court=court):
            return exchange.out_of_time(court, seat)
        case _:
            return Roll()


def outcome(state: GaloppState) -> Outcome | None:
    """GR-9.2"""
    if not isinstance(state, Finished):
        return None
    return Outcome(state.places, state.scores)
