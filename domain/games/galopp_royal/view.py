"""What one seat may see (GR-10.8 … GR-10.14), built up by allow-list, and who may hear what."""

from typing import Literal, TypeAlias

from domain.games.galopp_royal.components import Bearer
from domain.games.galopp_royal.rules import auction as auctions
from domain.games.galopp_royal.rules import race
from domain.games.galopp_royal.rules.seating import eyes
from domain.games.galopp_royal.state import (
    Auction,
    AuctionKind,
    Begun,
    Bidding,
    Court,
    Finished,
    GaloppState,
    NotLinedUp,
    Racing,
    Removing,
    Terms,
    Track,
)
from domain.kernel.ids import BySeat, Count, Rank, Seat
from domain.kernel.messages import Value

Phase: TypeAlias = Literal["auction", "roll", "crafty", "remove", "finished"]


class ChairView(Value, frozen=True, kw_only=True):
    """One player: chair, purse, display and where the chair stands."""

    seat: Seat
    chair: str
    gold: int
    display: tuple[Bearer | None, ...]  # slots 1–4, face up; null = empty
    position: int | None  # START is 0; null while no race is on
    rank: Rank | None  # in this race; null = still racing
    last_rank: int | None  # in the race run last


class BidderView(Value, frozen=True, kw_only=True):
    """A bidder: the visible card, and whether the bidder is still in."""

    seat: Seat
    cards: int
    bearers: tuple[Bearer, ...] | None  # null = hidden from you
    passed: bool


class AuctionView(Value, frozen=True, kw_only=True):
    """The team on auction."""

    kind: AuctionKind
    number: int
    failures: int  # deals before this one that nobody has bid for
    bidders: BySeat[BidderView]  # in the order of their turns, the opener first
    open: Bearer | None
    high: int
    high_bidder: Seat | None
    lowest_bid: int
    must_open: bool  # whoever is asked may not pass
    passers_to_discard: int  # so many of the next passers discard their card


class TrackView(Value, frozen=True, kw_only=True):
    """The race in progress, or the last one."""

    start: int
    pond: int  # here or behind it a chair drowns
    goal: int  # here or beyond it a chair has finished
    rolls: int


class GaloppView(Value, frozen=True, kw_only=True, tag_field="game", tag="galopp_royal"):
    """The table as one seat (or a spectator) sees it."""

    phase: Phase
    race: Count  # the one being run or run last; 0 before the first
    races: int
    active: Seat | None
    chairs: tuple[ChairView, ...]  # by seat
    auction: AuctionView | None
    track: TrackView | None
    prizes: tuple[int, ...]  # for ranks 1, 2, 3 of this race, or of the coming one
    starter: Seat  # of this race, or of the coming one
    pile: int
    discards: int
    terms: Terms
    places: tuple[int, ...] | None  # by seat, when finished


def view(state: GaloppState, seat: Seat | None) -> GaloppView | None:
    if isinstance(state, NotLinedUp):
        return None
    court, track = state.court, _track_of(state)
    auction = state.auction if isinstance(state, Bidding) else None
    return GaloppView(
        phase=_phase(state),
        race=court.race,
        races=len(court.terms.goals),
        active=_active(state),
        chairs=tuple(_chair(court, track, each) for each in range(len(court.chairs))),
        auction=None if auction is None else _auction(court, auction, seat),
        track=None if track is None else _track(court, track),
        prizes=_prizes(court, track),
        starter=court.starter,
        pile=len(court.pile),
        discards=len(court.discards),
        terms=court.terms,
        places=state.places if isinstance(state, Finished) else None,
    )


def _phase(state: Begun) -> Phase:
    match state:
        case Racing(track=track):
            return "crafty" if track.crafty else "roll"
        case Removing():
            return "remove"
        case Finished():
            return "finished"
        case _:
            return "auction"


def _active(state: Begun) -> Seat | None:
    match state:
        case Bidding(auction=auction) if auction.turns:
            return auctions.to_act(auction)
        case Racing(court=court, track=track) if race.still_racing(track):
            return race.active(court, track)
        case Removing(court=court):
            return court.starter
        case _:
            return None


def _track_of(state: Begun) -> Track | None:
    return state.track if isinstance(state, Racing | Removing | Finished) else None


def _prizes(court: Court, track: Track | None) -> tuple[int, ...]:
    return court.terms.prizes[court.race] if track is None else track.prizes


def _chair(court: Court, track: Track | None, seat: Seat) -> ChairView:
    return ChairView(
        seat=seat,
        chair=court.chairs[seat],
        gold=court.gold[seat],
        display=court.displays[seat],
        position=None if track is None else track.positions[seat],
        rank=None if track is None else track.ranks[seat],
        last_rank=None if court.ranks is None else court.ranks[seat],
    )


def _auction(court: Court, auction: Auction, viewer: Seat | None) -> AuctionView:
    return AuctionView(
        kind=auction.kind,
        number=auction.number,
        failures=auction.failures,
        bidders=tuple(_bidder(court, auction, seat, viewer) for seat in auction.bidders),
        open=auction.open,
        high=auction.high,
        high_bidder=auction.high_bidder,
        lowest_bid=auctions.lowest_bid(auction),
        must_open=auctions.must_open(auction),
        passers_to_discard=auction.to_discard,
    )


def _bidder(court: Court, auction: Auction, seat: Seat, viewer: Seat | None) -> BidderView:
    """GR-10.8: the cards are for the eyes of this seat, and of who plays for it."""
    hand = auction.hands[seat]
    sees = viewer in eyes(court.terms, len(court.chairs), seat)
    passed = seat not in auction.turns
    return BidderView(seat=seat, cards=len(hand), bearers=hand if sees else None, passed=passed)


def _track(court: Court, track: Track) -> TrackView:
    terms = court.terms
    return TrackView(start=terms.start, pond=terms.pond, goal=track.goal, rolls=track.rolls)
