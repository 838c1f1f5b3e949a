"""The open question and its answers: whose turn, what is legal, what a time-out plays."""

from typing import Any

from domain.games.galopp_royal.commands import Bid, GaloppCommand, Pass, Roll
from domain.games.galopp_royal.rules import auction as auctions
from domain.games.galopp_royal.rules import crafty, exchange, race
from domain.games.galopp_royal.state import Bidding, Finished, GaloppState, Racing, Removing
from domain.kernel.decision import Decision, OpenParameter
from domain.kernel.ids import Seat
from domain.kernel.outcome import Outcome


def decision(state: GaloppState) -> Decision | None:
    """GR-10.1 … GR-10.7"""
    match state:
        case Bidding(court=court, auction=auction):
            deal = f"{court.race}:{auction.number}:{auction.failures}"
            key, kind, seat = f"bid:{deal}:{auction.acts}", "bid", auctions.to_act(auction)
        case Racing(court=court, track=track):
            kind, seat = "crafty" if track.crafty else "roll", race.active(court, track)
            key = f"{kind}:{court.race}:{track.rolls}"
        case Removing(court=court):
            key, kind, seat = f"remove:{court.race}", "remove", court.starter
        case _:
            return None
    return Decision(key, kind, frozenset((seat,)))


def is_asked(state: GaloppState, seat: Seat) -> bool:
    asked = decision(state)
    return asked is not None and seat in asked.awaited


def legal(state: GaloppState, seat: Seat) -> tuple[GaloppCommand, ...]:
    """What a time-out would play, and then everything else; of removals a selection."""
    if not is_asked(state, seat):
        return ()
    match state:
        case Bidding():
            return bids(state, seat)
        case Racing(track=track) if not track.crafty:
            return (Roll(),)
        case Racing(court=court, track=track):
            usual = crafty.out_of_time(court, track, seat)
            return (usual, *(use for use in crafty.uses(court, track, seat) if use != usual))
        case Removing(court=court):
            return tuple(exchange.sensible(court, seat))
        case _:
            return ()


def bids(state: Bidding, seat: Seat) -> tuple[GaloppCommand, ...]:
    """GR-3.3, GR-8.7: every amount up to the purse; GR-3.7: whoever must open cannot pass."""
    lowest, purse = auctions.lowest_bid(state.auction), state.court.gold[seat]
    amounts = tuple(Bid(amount) for amount in range(lowest, purse + 1))
    return amounts if auctions.must_open(state.auction) else (Pass(), *amounts)


def open_parameters(state: GaloppState, seat: Seat) -> tuple[OpenParameter, ...]:
    if not is_asked(state, seat):
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
