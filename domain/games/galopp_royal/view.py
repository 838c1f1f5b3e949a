"""What one seat may see (GR-10.8 … GR-10.14), built up by allow-list, and who may hear what."""

from typing import Literal, TypeAlias

from domain.games.galopp_royal.components import Bearer, Cells
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
    """The colour of the chair, as in the components."""
    gold: int
    """How many pieces of gold."""
    display: tuple[Bearer | None, ...]  # slots 1–4, face up; null = empty
    """The bearers in slots 1–4; null for an empty slot."""
    position: Cells | None  # START is 0; null while no race is on
    """The space of the chair; null while no race is on."""
    rank: Rank | None  # in this race; null = still racing
    """The rank; equal ranks are shared."""
    last_rank: int | None  # in the race run last
    """The rank in the race run last."""


class BidderView(Value, frozen=True, kw_only=True):
    """A bidder: the visible card, and whether the bidder is still in."""

    seat: Seat
    cards: int
    """How many cards the bidder has."""
    bearers: tuple[Bearer, ...] | None  # null = hidden from you
    """The bearers, each as its card in the components."""
    passed: bool
    """Whether the bidder has passed."""


class AuctionView(Value, frozen=True, kw_only=True):
    """The team on auction."""

    kind: AuctionKind
    """The auction: at the start of a race, or for a replacement."""
    number: int
    """A number that grows."""
    failures: int  # deals before this one that nobody has bid for
    """How many deals before this one nobody has bid for."""
    bidders: BySeat[BidderView]  # in the order of their turns, the opener first
    """The bidders with what they bid, in the order of their turns."""
    open: Bearer | None
    """The bearer that lies open; null if none does."""
    high: int
    """The highest bid so far."""
    high_bidder: Seat | None
    """The seat with the high bid."""
    lowest_bid: int
    """The lowest bid that is allowed."""
    must_open: bool  # whoever is asked may not pass
    """Whether the seat that is asked may not pass."""
    passers_to_discard: int  # so many of the next passers discard their card
    """How many of the next passers discard their card."""


class TrackView(Value, frozen=True, kw_only=True):
    """The race in progress, or the last one."""

    start: Cells
    """The cell where the chairs start."""
    pond: Cells  # here or behind it a chair drowns
    """The space at which a chair drowns."""
    goal: int  # here or beyond it a chair has finished
    """The space at which a chair has finished."""
    rolls: int
    """How often the die was rolled in this race."""


class GaloppView(Value, frozen=True, kw_only=True, tag_field="game", tag="galopp_royal"):
    """The table as one seat (or a spectator) sees it."""

    phase: Phase
    """What the game is doing."""
    race: Count  # the one being run or run last; 0 before the first
    """The race, from 1."""
    races: int
    """How many races there are."""
    active: Seat | None
    """The seat that acts; null if none does."""
    chairs: tuple[ChairView, ...]  # by seat
    """The sedan chairs, by seat."""
    auction: AuctionView | None
    """The team on auction; null if there is none."""
    track: TrackView | None
    """Start, goal, pond and stones of this race; null while no race is on."""
    prizes: tuple[int, ...]  # for ranks 1, 2, 3 of this race, or of the coming one
    """Prizes for the first places."""
    starter: Seat  # of this race, or of the coming one
    pile: int
    """How many bearers are left in the pile."""
    discards: int
    """How many bearers are discarded."""
    terms: Terms
    """The numbers of the game at this table."""
    places: tuple[int, ...] | None  # by seat, when finished
    """The place of each seat; 1 is first, and equal places are shared."""


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
