"""One function per event; each puts values in their places and calculates nothing."""

from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from domain.games.galopp_royal import auction_events as bid
from domain.games.galopp_royal import race_events as race
from domain.games.galopp_royal.components import Bearer
from domain.games.galopp_royal.events import GaloppEvent
from domain.games.galopp_royal.state import (
    Auction,
    Bidding,
    Court,
    Finished,
    GaloppState,
    NotLinedUp,
    Racing,
    Removing,
    Resting,
    Track,
)
from domain.kernel.handlers import on
from domain.kernel.ids import put


def _lined_up(state: NotLinedUp, event: race.ChairsLinedUp) -> Resting:
    no_team: tuple[Bearer | None, ...] = (None,) * event.terms.slots
    return Resting(
        Court(
            terms=event.terms,
            chairs=event.chairs,
            gold=event.gold,
            displays=(no_team,) * len(event.chairs),
            starter=event.first,
        )
    )


def _shuffled(state: Resting | Bidding, event: bid.PileShuffled) -> Resting | Bidding:
    return replace(state, court=replace(state.court, pile=event.pile))


def _reshuffled(state: Resting | Bidding, event: bid.DiscardsReshuffled) -> Resting | Bidding:
    return replace(state, court=replace(state.court, pile=state.court.discards, discards=()))


def _auction_opened(state: Resting, event: bid.AuctionOpened) -> Bidding:
    auction = Auction(
        kind=event.kind,
        number=event.number,
        failures=event.failures,
        bidders=event.bidders,
        hands=((),) * len(state.court.chairs),
        turns=event.bidders,
        to_discard=event.first_passers_discard,
        min_bid=event.min_bid,
        min_raise=event.min_raise,
        forced=event.forced,
    )
    return Bidding(state.court, auction)


def _dealt(state: Bidding, event: bid.BearerDealt) -> Bidding:
    court, auction = state.court, state.auction
    hand = (*auction.hands[event.seat], event.bearer)
    return Bidding(
        replace(court, pile=court.pile[1:]),
        replace(auction, hands=put(auction.hands, event.seat, hand)),
    )


def _turned(state: Bidding, event: bid.OpenBearerTurned) -> Bidding:
    court = replace(state.court, pile=state.court.pile[1:])
    return Bidding(court, replace(state.auction, open=event.bearer))


def _bid(state: Bidding, event: bid.BidPlaced) -> Bidding:
    auction = state.auction
    turns = (*(seat for seat in auction.turns if seat != event.seat), event.seat)
    return Bidding(
        state.court,
        replace(
            auction,
            turns=turns,
            high=event.amount,
            high_bidder=event.seat,
            forced=False,
            acts=auction.acts + 1,
        ),
    )


def _passed(state: Bidding, event: bid.BidderPassed) -> Bidding:
    court, auction = state.court, state.auction
    turns = tuple(seat for seat in auction.turns if seat != event.seat)
    auction = replace(auction, turns=turns, acts=auction.acts + 1)
    if event.discards:
        court = replace(court, discards=court.discards + auction.hands[event.seat])
        hands = put(auction.hands, event.seat, ())
        auction = replace(auction, hands=hands, to_discard=auction.to_discard - 1)
    return Bidding(court, auction)


def _failed(state: Bidding, event: bid.AuctionFailed) -> Resting:
    auction = state.auction
    cards = [card for hand in auction.hands for card in hand]
    if auction.open is not None:
        cards.append(auction.open)
    return Resting(replace(state.court, discards=(*state.court.discards, *cards)))


def _dismissed(state: Bidding, event: bid.TeamDismissed) -> Bidding:
    court = state.court
    displays = put(court.displays, event.seat, (None,) * court.terms.slots)
    discards = court.discards + event.bearers
    return Bidding(replace(court, displays=displays, discards=discards), state.auction)


def _sold(state: Bidding, event: bid.TeamSold) -> Resting:
    court = state.court
    gold = put(court.gold, event.seat, event.gold)
    return Resting(replace(court, displays=put(court.displays, event.seat, event.team), gold=gold))


def _last_paid(state: Resting, event: bid.LastTeamPaid) -> Resting:
    return Resting(replace(state.court, gold=put(state.court.gold, event.seat, event.gold)))


def _drawn(state: Resting, event: bid.BearerDrawn) -> Resting:
    court = state.court
    display = put(court.displays[event.seat], event.slot - 1, event.bearer)
    displays = put(court.displays, event.seat, display)
    return Resting(replace(court, displays=displays, pile=court.pile[1:]))


def _race_begun(state: Resting, event: race.RaceBegun) -> Racing:
    chairs = len(state.court.chairs)
    track = Track(
        goal=event.goal,
        prizes=event.prizes,
        positions=(event.start,) * chairs,
        ranks=(None,) * chairs,
    )
    return Racing(replace(state.court, race=event.race, starter=event.starter), track)


def _rolled(state: Racing, event: race.DieRolled) -> Racing:
    track = state.track
    rolls = track.rolls + 1
    return Racing(state.court, replace(track, rolls=rolls, roller=event.seat, crafty=event.choice))


def _crafty_used(state: Racing, event: race.CraftyDevilUsed) -> Racing:
    return Racing(state.court, replace(state.track, crafty=False))


def _moved(state: Racing, event: race.ChairMoved) -> Racing:
    positions = put(state.track.positions, event.seat, event.to)
    return Racing(state.court, replace(state.track, positions=positions))


def _ranked(
    state: Racing, event: race.ChairFinished | race.ChairDrowned | race.ChairRanked
) -> Racing:
    ranks = put(state.track.ranks, event.seat, event.rank)
    return Racing(state.court, replace(state.track, ranks=ranks))


def _paid(state: Racing, event: race.PrizesPaid) -> Removing:
    court = replace(state.court, gold=event.gold, ranks=event.ranks, starter=event.last)
    return Removing(court, state.track)


def _removed(state: Removing, event: bid.BearersRemoved) -> Resting:
    court = state.court
    displays = tuple(
        put(display, slot - 1, None)
        for display, slot in zip(court.displays, event.slots, strict=True)
    )
    return Resting(replace(court, displays=displays, discards=court.discards + event.bearers))


def _ended(state: Removing, event: race.GameEnded) -> Finished:
    return Finished(state.court, state.track, event.places, event.scores)


PLACE = (
    on(race.ChairsLinedUp, _lined_up)
    | on(bid.PileShuffled, _shuffled)
    | on(bid.DiscardsReshuffled, _reshuffled)
    | on(bid.AuctionOpened, _auction_opened)
    | on(bid.BearerDealt, _dealt)
    | on(bid.OpenBearerTurned, _turned)
    | on(bid.BidPlaced, _bid)
    | on(bid.BidderPassed, _passed)
    | on(bid.AuctionFailed, _failed)
    | on(bid.TeamDismissed, _dismissed)
    | on(bid.TeamSold, _sold)
    | on(bid.LastTeamPaid, _last_paid)
    | on(bid.BearerDrawn, _drawn)
    | on(race.RaceBegun, _race_begun)
    | on(race.DieRolled, _rolled)
    | on(race.CraftyDevilUsed, _crafty_used)
    | on(race.ChairMoved, _moved)
    | on(race.ChairFinished, _ranked)
    | on(race.ChairDrowned, _ranked)
    | on(race.ChairRanked, _ranked)
    | on(race.PrizesPaid, _paid)
    | on(bid.BearersRemoved, _removed)
    | on(race.GameEnded, _ended)
)
_HANDLER = PLACE.by_type


def evolve(state: GaloppState, event: GaloppEvent) -> GaloppState:
    if TYPE_CHECKING and not PLACE.handles(event):
        assert_never(event)
    return _HANDLER[type(event)](state, event)
