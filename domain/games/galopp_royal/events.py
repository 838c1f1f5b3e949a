"""All that can happen in a game, in the order in which it usually does."""

from typing import TypeAlias

from domain.games.galopp_royal.auction_events import (
    AuctionFailed,
    AuctionOpened,
    BearerDealt,
    BearerDrawn,
    BearersRemoved,
    BidderPassed,
    BidPlaced,
    DiscardsReshuffled,
    LastTeamPaid,
    OpenBearerTurned,
    PileShuffled,
    TeamDismissed,
    TeamSold,
)
from domain.games.galopp_royal.race_events import (
    ChairDrowned,
    ChairFinished,
    ChairMoved,
    ChairRanked,
    ChairsLinedUp,
    CraftyDevilUsed,
    DieRolled,
    GameEnded,
    PrizesPaid,
    RaceBegun,
)

GaloppEvent: TypeAlias = (
    ChairsLinedUp
    | PileShuffled
    | AuctionOpened
    | DiscardsReshuffled
    | BearerDealt
    | OpenBearerTurned
    | BidPlaced
    | BidderPassed
    | AuctionFailed
    | TeamDismissed
    | TeamSold
    | LastTeamPaid
    | BearerDrawn
    | RaceBegun
    | DieRolled
    | CraftyDevilUsed
    | ChairMoved
    | ChairFinished
    | ChairDrowned
    | ChairRanked
    | PrizesPaid
    | BearersRemoved
    | GameEnded
)
