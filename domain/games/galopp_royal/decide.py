"""One small function per command; what is refused is refused before anything happens."""

from typing import assert_never

from domain.games.galopp_royal.answers import bidding, exchanging, racing
from domain.games.galopp_royal.answers.piles import Play
from domain.games.galopp_royal.commands import Bid, Crafty, GaloppCommand, Pass, Remove, Roll
from domain.games.galopp_royal.events import GaloppEvent
from domain.games.galopp_royal.state import GaloppState
from domain.kernel.game import Chance
from domain.kernel.ids import Seat
from domain.kernel.messages import Recorder


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
