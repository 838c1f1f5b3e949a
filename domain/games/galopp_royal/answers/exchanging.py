"""The exchange of bearers after a race."""

from domain.games.galopp_royal import refusals
from domain.games.galopp_royal.answers.bidding import open_replacement
from domain.games.galopp_royal.answers.piles import Play, court_of, top_card
from domain.games.galopp_royal.auction_events import BearerDrawn, BearersRemoved
from domain.games.galopp_royal.commands import Remove
from domain.games.galopp_royal.rules import exchange
from domain.games.galopp_royal.rules.seating import clockwise
from domain.games.galopp_royal.state import GaloppState, Removing
from domain.kernel.game import Chance
from domain.kernel.ids import Seat
from domain.kernel.refusals import Rejected


def bearers_removed(state: GaloppState, seat: Seat, command: Remove) -> BearersRemoved:
    """GR-7.1, GR-11.8"""
    if not isinstance(state, Removing):
        raise Rejected(refusals.NoRaceJustEnded(), rule="GR-10.6")
    court = state.court
    if seat != court.starter:
        raise Rejected(refusals.AnotherWasLast(court.starter), rule="GR-7.1")
    slots = command.slots
    if len(slots) != len(court.displays):
        raise Rejected(refusals.SlotsMissing(), rule="GR-7.1", field="slots")
    if not all(1 <= slot <= court.terms.slots for slot in slots):
        raise Rejected(refusals.SlotOutOfRange(court.terms.slots), rule="GR-11.8", field="slots")
    return BearersRemoved(seat, slots, exchange.removed(court, slots))


def refill(play: Play, chance: Chance, slots: tuple[int, ...]) -> None:
    """GR-7.3, GR-7.4, then the first replacement team (GR-8.1)"""
    court = court_of(play)
    for seat in clockwise(court.starter, len(court.chairs)):
        play.add(BearerDrawn(seat, slots[seat], top_card(play, chance)))
    open_replacement(play, chance, 1)
