"""What happens before and between the races: the deal, auctions, exchanges."""

from typing import TypeAlias

from msgspec.structs import replace

from domain.games.galopp_royal.components import Bearer
from domain.games.galopp_royal.state import Auction, AuctionKind, Bidding, Removing, Resting
from domain.kernel.ids import BySeat, Seat
from domain.kernel.messages import Audience, Event, HiddenEvent, PublicEvent, only, put


class PileShuffled(HiddenEvent, type="galopp_royal.pile_shuffled", rule="GR-2.3"):
    """Bearers become the draw pile, top card first; nobody sees it."""

    pile: tuple[Bearer, ...]
    """The draw pile, top card first."""

    def apply(self, state: Resting | Bidding) -> Resting | Bidding:
        return replace(state, court=replace(state.court, pile=self.pile))


class AuctionOpened(PublicEvent, kw_only=True, type="galopp_royal.auction_opened", rule="GR-3.1"):
    """An auction of a team begins; `bidders` has the seats in the order of their turns."""

    kind: AuctionKind
    """The auction: at the start of a race, or for a replacement."""
    number: int  # of the start, or of the break between two races
    """A number that grows."""
    failures: int  # deals before this one that nobody has bid for
    """How many deals before this one nobody has bid for."""
    bidders: BySeat[Seat]
    """The seats that bid, in the order of their turns."""
    cards_each: int
    """How many cards each bidder gets."""
    open: int
    """How many bearers of the team lie open."""
    first_passers_discard: int
    """How many of the first passers discard a card."""
    min_bid: int
    """The lowest first bid."""
    min_raise: int
    """How much more than the high bid a bid must be."""
    forced: bool  # the opener may not pass before the first bid
    """Whether the opener must bid."""

    def cites(self) -> str | None:
        return "GR-8.1" if self.kind == "replacement" else self.rule

    def apply(self, state: Resting) -> Bidding:
        auction = Auction(
            kind=self.kind,
            number=self.number,
            failures=self.failures,
            bidders=self.bidders,
            hands=((),) * len(state.court.chairs),
            turns=self.bidders,
            to_discard=self.first_passers_discard,
            min_bid=self.min_bid,
            min_raise=self.min_raise,
            forced=self.forced,
        )
        return Bidding(state.court, auction)


class DiscardsReshuffled(PublicEvent, type="galopp_royal.discards_reshuffled", rule="GR-8.8"):
    """The draw pile was empty: the discards are shuffled into a new one."""

    cards: int
    """How many cards are shuffled."""

    def apply(self, state: Resting | Bidding) -> Resting | Bidding:
        return replace(state, court=replace(state.court, pile=state.court.discards, discards=()))


class BearerDealt(Event, type="galopp_royal.bearer_dealt", rule="GR-3.2"):
    """A bidder sees a card of the team on auction; so does the user who plays for that seat."""

    seat: Seat
    bearer: Bearer
    seen_by: tuple[Seat, ...]
    """The seats that see it."""

    def audience(self) -> Audience:
        return only(*self.seen_by)

    def apply(self, state: Bidding) -> Bidding:
        court, auction = state.court, state.auction
        hand = (*auction.hands[self.seat], self.bearer)
        return Bidding(
            replace(court, pile=court.pile[1:]),
            replace(auction, hands=put(auction.hands, self.seat, hand)),
        )


class OpenBearerTurned(PublicEvent, type="galopp_royal.open_bearer_turned", rule="GR-3.1"):
    """A card of the team on auction lies face up beside the board."""

    bearer: Bearer

    def apply(self, state: Bidding) -> Bidding:
        court = replace(state.court, pile=state.court.pile[1:])
        return Bidding(court, replace(state.auction, open=self.bearer))


class BidPlaced(PublicEvent, type="galopp_royal.bid_placed", rule="GR-3.3"):
    """A player made the highest bid so far."""

    seat: Seat
    amount: int
    """How many pieces of gold."""

    def apply(self, state: Bidding) -> Bidding:
        auction = state.auction
        auction = replace(
            auction,
            turns=(*(seat for seat in auction.turns if seat != self.seat), self.seat),
            high=self.amount,
            high_bidder=self.seat,
            forced=False,
            acts=auction.acts + 1,
        )
        return Bidding(state.court, auction)


class BidderPassed(PublicEvent, type="galopp_royal.bidder_passed", rule="GR-3.4"):
    """A bidder passed; the card stays face down, or is discarded unseen."""

    seat: Seat
    discards: bool
    """Whether the card of the bidder is discarded unseen."""

    def cites(self) -> str | None:
        return "GR-3.5" if self.discards else self.rule

    def apply(self, state: Bidding) -> Bidding:
        court, auction = state.court, state.auction
        turns = tuple(seat for seat in auction.turns if seat != self.seat)
        auction = replace(auction, turns=turns, acts=auction.acts + 1)
        if self.discards:
            court = replace(court, discards=court.discards + auction.hands[self.seat])
            hands = put(auction.hands, self.seat, ())
            auction = replace(auction, hands=hands, to_discard=auction.to_discard - 1)
        return Bidding(court, auction)


class AuctionFailed(PublicEvent, type="galopp_royal.auction_failed", rule="GR-3.7"):
    """Nobody has bid; the cards are discarded unseen."""

    kind: AuctionKind
    """The auction: at the start of a race, or for a replacement."""

    def cites(self) -> str | None:
        return "GR-8.6" if self.kind == "replacement" else self.rule

    def apply(self, state: Bidding) -> Resting:
        auction = state.auction
        cards = [card for hand in auction.hands for card in hand]
        if auction.open is not None:
            cards.append(auction.open)
        return Resting(replace(state.court, discards=(*state.court.discards, *cards)))


class TeamDismissed(PublicEvent, type="galopp_royal.team_dismissed", rule="GR-8.4"):
    """A player who bought a new team discards the old bearers."""

    seat: Seat
    bearers: tuple[Bearer, ...]
    """The bearers, each as its card in the components."""

    def apply(self, state: Bidding) -> Bidding:
        court = state.court
        displays = put(court.displays, self.seat, (None,) * court.terms.slots)
        discards = court.discards + self.bearers
        return Bidding(replace(court, displays=displays, discards=discards), state.auction)


class TeamSold(PublicEvent, type="galopp_royal.team_sold", rule="GR-3.6"):
    """The high bidder pays and lays the team on slots 1–4; `gold` is left in the purse."""

    seat: Seat
    price: int
    """The price in gold."""
    team: tuple[Bearer, ...]
    """The bearers of the team."""
    gold: int
    """How many pieces of gold."""

    def apply(self, state: Bidding) -> Resting:
        court = state.court
        gold = put(court.gold, self.seat, self.gold)
        return Resting(
            replace(court, displays=put(court.displays, self.seat, self.team), gold=gold)
        )


class LastTeamPaid(PublicEvent, type="galopp_royal.last_team_paid", rule="GR-3.9"):
    """The last player without a team pays for the top cards of the pile."""

    seat: Seat
    price: int
    """The price in gold."""
    gold: int
    """How many pieces of gold."""

    def apply(self, state: Resting) -> Resting:
        return Resting(replace(state.court, gold=put(state.court.gold, self.seat, self.gold)))


class BearerDrawn(PublicEvent, type="galopp_royal.bearer_drawn", rule="GR-7.3"):
    """The top card of the pile goes face up into an empty slot."""

    seat: Seat
    slot: int
    """The place on the display, 1–4: the die selects it."""
    bearer: Bearer

    def apply(self, state: Resting) -> Resting:
        court = state.court
        display = put(court.displays[self.seat], self.slot - 1, self.bearer)
        displays = put(court.displays, self.seat, display)
        return Resting(replace(court, displays=displays, pile=court.pile[1:]))


class BearersRemoved(PublicEvent, type="galopp_royal.bearers_removed", rule="GR-7.1"):
    """The last of the race has taken a bearer off every display; both tuples are by seat."""

    seat: Seat
    slots: tuple[int, ...]
    """A slot for each display, in seat order."""
    bearers: tuple[Bearer, ...]
    """The bearers, each as its card in the components."""

    def apply(self, state: Removing) -> Resting:
        court = state.court
        displays = tuple(
            put(display, slot - 1, None)
            for display, slot in zip(court.displays, self.slots, strict=True)
        )
        return Resting(replace(court, displays=displays, discards=court.discards + self.bearers))


Dealing: TypeAlias = PileShuffled | AuctionOpened | DiscardsReshuffled | BearerDealt
Bid: TypeAlias = OpenBearerTurned | BidPlaced | BidderPassed | AuctionFailed
AuctionEvent: TypeAlias = Dealing | Bid | TeamDismissed | TeamSold | LastTeamPaid | BearerDrawn
