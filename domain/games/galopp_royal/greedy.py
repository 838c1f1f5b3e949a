"""What a bot that wants to win picks, by what its seat sees."""

from collections.abc import Sequence
from functools import partial

from domain.games.galopp_royal.commands import Bid, Crafty, GaloppCommand, Remove
from domain.games.galopp_royal.components import BEARERS, STRENGTH, Bearer
from domain.games.galopp_royal.view import AuctionView, GaloppView
from domain.kernel.best import best
from domain.kernel.ids import Seat

WORTH_OF_A_CHOICE = 3.0  # spaces a +2/−2 is worth
START_PRICE = 10  # whoever waits gets a team for it
# Of the first prizes of all races to come, what a team is worth per space of its mean move. A team
# of the start does not last: before every race the last player takes its best bearer away.
START_SHARE = 0.06
SHARE = 0.2


def greedy(
    view: GaloppView | None, seat: Seat, actions: Sequence[GaloppCommand]
) -> tuple[GaloppCommand, ...]:
    """Return the actions that are worth most."""
    assert view is not None
    return best(actions, partial(worth, view, seat))


def worth(view: GaloppView, seat: Seat, action: GaloppCommand) -> float:
    match action:
        case Bid(amount=amount) if view.auction is not None:
            return limit(view, view.auction, seat) - amount
        case Crafty():
            return push_worth(view, seat, action)
        case Remove(slots=slots):
            return removal_worth(view, seat, slots)
        case _:
            return 0.0


def limit(view: GaloppView, auction: AuctionView, seat: Seat) -> float:
    """How much the team on auction is worth, by the cards seen of it and the races to come.

    Gold that is left wins the game, so the nearer the end, the less is bid.
    """
    seen = [card for bidder in auction.bidders for card in bidder.bearers or ()]
    if auction.open is not None:
        seen.append(auction.open)
    slots = view.terms.slots
    offered = (sum(map(moves, seen)) + (slots - len(seen)) * MEAN) / slots
    to_come = sum(prizes[0] for prizes in view.terms.prizes[view.race :])
    if auction.kind == "start":
        return START_PRICE + START_SHARE * (offered - MEAN) * to_come
    own = [card for card in view.chairs[seat].display if card is not None]
    return SHARE * (offered - sum(map(moves, own)) / slots) * to_come


def push_worth(view: GaloppView, seat: Seat, action: Crafty) -> float:
    """Own chair first; then the chair in front is held up."""
    places = {chair.seat: chair.position or 0 for chair in view.chairs}
    held = sum(-push.by * (10 + places[push.seat]) for push in action.others)
    return 100.0 * action.own + held


def removal_worth(view: GaloppView, seat: Seat, slots: Sequence[int]) -> float:
    """The worst of one's own, the best of all others'."""
    total = 0
    for chair, slot in zip(view.chairs, slots, strict=True):
        card = chair.display[slot - 1]
        assert card is not None  # before a removal displays are full
        total += -STRENGTH[card] if chair.seat == seat else STRENGTH[card]
    return total


def moves(card: Bearer) -> float:
    by = BEARERS[card].moves
    return WORTH_OF_A_CHOICE if by is None else by


MEAN = sum(map(moves, BEARERS)) / len(BEARERS)
