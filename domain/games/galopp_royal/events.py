"""All that can happen in a game, in the order in which it usually does."""

from typing import TypeAlias

from domain.games.galopp_royal.auction_events import AuctionEvent, BearersRemoved
from domain.games.galopp_royal.race_events import ChairsLinedUp, GameEnded, RaceEvent

GaloppEvent: TypeAlias = ChairsLinedUp | AuctionEvent | RaceEvent | BearersRemoved | GameEnded
