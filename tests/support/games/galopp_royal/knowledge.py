"""What the laws need to know of this game: its pieces, and which of them are hidden from whom."""

from random import Random

from msgspec.structs import replace

from domain.games.galopp_royal.components import BEARERS
from domain.games.galopp_royal.rules.seating import eyes
from domain.games.galopp_royal.state import Auction, Bidding, Court, GaloppState, NotLinedUp
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from tests.support.documents.board_ids import Ids, ids
from tests.support.histories.golden import recorded_events

# Ids that may stand for each other wherever they are hidden.
ALIKE: tuple[frozenset[str], ...] = (frozenset(BEARERS),)

# Two races hold everything that happens in six.
SHORT = {"races": 2}


def pieces(state: GaloppState) -> list[str]:
    """Every bearer, wherever it lies, and every chair."""
    if isinstance(state, NotLinedUp):
        return []
    court = state.court
    carrying = [card for display in court.displays for card in display if card is not None]
    auctioned = on_auction(state.auction) if isinstance(state, Bidding) else []
    return [*court.pile, *court.discards, *carrying, *auctioned, *court.chairs]


def on_auction(auction: Auction) -> list[str]:
    dealt = [card for hand in auction.hands for card in hand]
    return dealt if auction.open is None else [*dealt, auction.open]


def twin(state: GaloppState, seat: Seat | None, rng: Random) -> GaloppState:
    """The same game to the eyes of `seat`, with everything hidden from it dealt anew."""
    if isinstance(state, NotLinedUp):
        return state
    court = state.court
    if not isinstance(state, Bidding):
        return replace(state, court=replace(court, pile=shuffled(court.pile, rng)))
    hidden = [each for each in state.auction.bidders if seat not in watchers(court, each)]
    hands = state.auction.hands
    cards = [*court.pile, *(card for each in hidden for card in hands[each])]
    deck = iter(shuffled(tuple(cards), rng))
    pile = tuple(next(deck) for _ in court.pile)
    anew = tuple(
        tuple(next(deck) for _ in hand) if each in hidden else hand
        for each, hand in enumerate(hands)
    )
    return Bidding(replace(court, pile=pile), replace(state.auction, hands=anew))


def watchers(court: Court, seat: Seat) -> tuple[Seat, ...]:
    return eyes(court.terms, len(court.chairs), seat)


def shuffled(cards: tuple[str, ...], rng: Random) -> tuple[str, ...]:
    return tuple(rng.sample(cards, len(cards)))


DRAWN: dict[str, Ids] = {"chairs": ids("chairs"), "bearers": ids("bearers", "kind")}
COLOURED = ("chairs",)


def events() -> list[Event]:
    """Return the events of the golden histories; some are too rare for random play."""
    return recorded_events("galopp_royal")
