"""What happens before and between the races: the deal, auctions, exchanges."""

from typing import ClassVar, Literal, TypeAlias

from domain.games.galopp_royal.components import Bearer
from domain.kernel.audience import Audience, only
from domain.kernel.ids import BySeat, Seat
from domain.kernel.messages import Event, HiddenEvent, PublicEvent

AuctionKind: TypeAlias = Literal["start", "replacement"]


class PileShuffled(HiddenEvent, frozen=True):
    """Bearers become the draw pile, top card first; nobody sees it."""

    type: ClassVar = "galopp_royal.pile_shuffled"
    rule: ClassVar = "GR-2.3"
    pile: tuple[Bearer, ...]


class AuctionOpened(PublicEvent, frozen=True, kw_only=True):
    """An auction of a team begins; `bidders` has the seats in the order of their turns."""

    type: ClassVar = "galopp_royal.auction_opened"
    rule: ClassVar = "GR-3.1"
    kind: AuctionKind
    number: int  # of the start, or of the break between two races
    failures: int  # deals before this one that nobody has bid for
    bidders: BySeat[Seat]
    cards_each: int
    open: int
    first_passers_discard: int
    min_bid: int
    min_raise: int
    forced: bool  # the opener may not pass before the first bid

    def cites(self) -> str | None:
        return "GR-8.1" if self.kind == "replacement" else self.rule


class DiscardsReshuffled(PublicEvent, frozen=True):
    """The draw pile was empty: the discards are shuffled into a new one."""

    type: ClassVar = "galopp_royal.discards_reshuffled"
    rule: ClassVar = "GR-8.8"
    cards: int


class BearerDealt(Event, frozen=True):
    """A bidder sees a card of the team on auction; so does the user who plays for that seat."""

    type: ClassVar = "galopp_royal.bearer_dealt"
    rule: ClassVar = "GR-3.2"
    seat: Seat
    bearer: Bearer
    seen_by: tuple[Seat, ...]

    def audience(self) -> Audience:
        return only(*self.seen_by)


class OpenBearerTurned(PublicEvent, frozen=True):
    """A card of the team on auction lies face up beside the board."""

    type: ClassVar = "galopp_royal.open_bearer_turned"
    rule: ClassVar = "GR-3.1"
    bearer: Bearer


class BidPlaced(PublicEvent, frozen=True):
    """A player made the highest bid so far."""

    type: ClassVar = "galopp_royal.bid_placed"
    rule: ClassVar = "GR-3.3"
    seat: Seat
    amount: int


class BidderPassed(PublicEvent, frozen=True):
    """A bidder passed; the card stays face down, or is discarded unseen."""

    type: ClassVar = "galopp_royal.bidder_passed"
    rule: ClassVar = "GR-3.4"
    seat: Seat
    discards: bool

    def cites(self) -> str | None:
        return "GR-3.5" if self.discards else self.rule


class AuctionFailed(PublicEvent, frozen=True):
    """Nobody has bid; the cards are discarded unseen."""

    type: ClassVar = "galopp_royal.auction_failed"
    rule: ClassVar = "GR-3.7"
    kind: AuctionKind

    def cites(self) -> str | None:
        return "GR-8.6" if self.kind == "replacement" else self.rule


class TeamDismissed(PublicEvent, frozen=True):
    """A player who bought a new team discards the old bearers."""

    type: ClassVar = "galopp_royal.team_dismissed"
    rule: ClassVar = "GR-8.4"
    seat: Seat
    bearers: tuple[Bearer, ...]


class TeamSold(PublicEvent, frozen=True):
    """The high bidder pays and lays the team on slots 1–4; `gold` is left in the purse."""

    type: ClassVar = "galopp_royal.team_sold"
    rule: ClassVar = "GR-3.6"
    seat: Seat
    price: int
    team: tuple[Bearer, ...]
    gold: int


class LastTeamPaid(PublicEvent, frozen=True):
    """The last player without a team pays for the top cards of the pile."""

    type: ClassVar = "galopp_royal.last_team_paid"
    rule: ClassVar = "GR-3.9"
    seat: Seat
    price: int
    gold: int


class BearerDrawn(PublicEvent, frozen=True):
    """The top card of the pile goes face up into an empty slot."""

    type: ClassVar = "galopp_royal.bearer_drawn"
    rule: ClassVar = "GR-7.3"
    seat: Seat
    slot: int
    bearer: Bearer


class BearersRemoved(PublicEvent, frozen=True):
    """The last of the race has taken a bearer off every display; both tuples are by seat."""

    type: ClassVar = "galopp_royal.bearers_removed"
    rule: ClassVar = "GR-7.1"
    seat: Seat
    slots: tuple[int, ...]
    bearers: tuple[Bearer, ...]
