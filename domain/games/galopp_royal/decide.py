"""One small function per command; what is refused is refused before anything happens."""

from typing import assert_never

from domain.games.galopp_royal import bidding, exchanging, racing
from domain.games.galopp_royal.commands import Bid, Crafty, GaloppCommand, Pass, Remove, Roll
from domain.games.galopp_royal.events import GaloppEvent
from domain.games.galopp_royal.piles import Play
from domain.games.galopp_royal.state import GaloppState
from domain.kernel.chance import Chance
from domain.kernel.ids import Seat
from domain.kernel.recorder import Recorder
from domain.kernel.refusals import common

REFUSALS = {
    **common("bad_option", "bad_target", "not_your_turn"),
    "not_now": "This command is not possible in the present phase. `GET …/actions` lists what is.",
    "bad_amount": "A bid must be more than the high bid, and at most your own gold.",
    "forced_opening": "After three failed deals the opener must bid; passing is not possible.",
    "bad_split": "A +2/−2 moves one chair by 2 or two chairs by 1; the option `crafty_mode` says"
    " which.",
    "would_drown": "A +2/−2 cannot move another chair into the bassin. Choose another chair.",
    "must_advance_other": "If your own chair moves back, another chair must advance.",
    "bad_slot": "`slots` must have one number from 1 to 4 for every display, in seat order.",
}


def decide(
    state: GaloppState, seat: Seat, command: GaloppCommand, chance: Chance
) -> list[GaloppEvent]:
    play: Play = Recorder(state)
    match command:
        case Roll():  # first, as it is the most frequent
            racing.about_to_roll(state, seat)
            racing.roll(play, seat, chance)
        case Bid(amount=amount):
            play.add(bidding.bid_placed(state, seat, amount))
            bidding.settle(play, chance)
        case Pass():
            play.add(bidding.bidder_passed(state, seat))
            bidding.settle(play, chance)
        case Crafty():
            play.add(racing.crafty_used(state, seat, command))
            racing.use_crafty(play, seat, command)
        case Remove(slots=slots):
            play.add(exchanging.bearers_removed(state, seat, command))
            exchanging.refill(play, chance, slots)
        case _:
            assert_never(command)
    return play.events


def preview(state: GaloppState, seat: Seat, command: GaloppCommand) -> list[GaloppEvent]:
    """How it begins; cards that would be shown or drawn, and the die, are nobody's to know."""
    match command:
        case Bid(amount=amount):
            return [bidding.bid_placed(state, seat, amount)]
        case Pass():
            return [bidding.bidder_passed(state, seat)]
        case Roll():
            racing.about_to_roll(state, seat)
            return []
        case Crafty():
            play: Play = Recorder(state)
            play.add(racing.crafty_used(state, seat, command))
            racing.use_crafty(play, seat, command)
            return play.events
        case Remove():
            return [exchanging.bearers_removed(state, seat, command)]
        case _:
            assert_never(command)
