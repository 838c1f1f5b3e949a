"""The exchange of bearers after a race."""

from domain.games.galopp_royal.auction_events import BearerDrawn, BearersRemoved
from domain.games.galopp_royal.bidding import open_replacement
from domain.games.galopp_royal.commands import Remove
from domain.games.galopp_royal.piles import Play, court_of, top_card
from domain.games.galopp_royal.rules import exchange
from domain.games.galopp_royal.rules.seating import clockwise
from domain.games.galopp_royal.state import GaloppState, Removing
from domain.kernel.chance import Chance
from domain.kernel.ids import Seat
from domain.kernel.rejection import Rejected


def bearers_removed(state: GaloppState, seat: Seat, command: Remove) -> BearersRemoved:
    """GR-7.1, GR-11.8"""
    if not isinstance(state, Removing):
        none = "No race has just ended.", "Aucune course ne vient de finir."
        raise Rejected("not_now", none, "GR-10.6")
    court = state.court
    if seat != court.starter:
        last = f"Seat {court.starter} was last.", f"Le siège {court.starter} était dernier."
        raise Rejected("not_your_turn", last, "GR-7.1")
    slots = command.slots
    if len(slots) != len(court.displays):
        each = "Name one slot for every display.", "Nommez un emplacement pour chaque écran."
        raise Rejected("bad_slot", each, "GR-7.1", "slots")
    if not all(1 <= slot <= court.terms.slots for slot in slots):
        most = court.terms.slots
        range_ = f"Slots are 1 to {most}.", f"Les emplacements vont de 1 à {most}."
        raise Rejected("bad_slot", range_, "GR-11.8", "slots")
    return BearersRemoved(seat, slots, exchange.removed(court, slots))


def refill(play: Play, chance: Chance, slots: tuple[int, ...]) -> None:
    """GR-7.3, GR-7.4, then the first replacement team (GR-8.1)"""
    court = court_of(play)
    for seat in clockwise(court.starter, len(court.chairs)):
        play.add(BearerDrawn(seat, slots[seat], top_card(play, chance)))
    open_replacement(play, chance, 1)
