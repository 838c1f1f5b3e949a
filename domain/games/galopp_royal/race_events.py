"""What happens from the line-up through the races to the end."""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.games.galopp_royal.commands import Push
from domain.games.galopp_royal.components import Bearer, Cells
from domain.games.galopp_royal.state import (
    Court,
    Finished,
    NotLinedUp,
    Racing,
    Removing,
    Resting,
    Terms,
    Track,
)
from domain.kernel.ids import Count, Rank, Seat
from domain.kernel.messages import PublicEvent, Value, put


class ChairsLinedUp(PublicEvent, type="galopp_royal.chairs_lined_up", rule="GR-2.2"):
    """Everybody has a chair and a purse; `first` opens the first auction and starts race 1."""

    chairs: tuple[str, ...]
    """The colour of the chair of each seat."""
    gold: tuple[int, ...]
    """The gold of each seat."""
    first: Seat
    terms: Terms
    """The numbers of the game at this table."""

    def apply(self, state: NotLinedUp) -> Resting:
        no_team: tuple[Bearer | None, ...] = (None,) * self.terms.slots
        return Resting(
            Court(
                terms=self.terms,
                chairs=self.chairs,
                gold=self.gold,
                displays=(no_team,) * len(self.chairs),
                starter=self.first,
            )
        )


class RaceBegun(PublicEvent, type="galopp_royal.race_begun", rule="GR-9.1"):
    """A race begins: all chairs are on START, the arch on the stone of this race."""

    race: Count
    """The race, from 1."""
    start: Cells
    """The cell where the chairs start."""
    goal: int
    """The space at which a chair has finished."""
    prizes: tuple[int, ...]
    """Prizes for the first places."""
    starter: Seat

    def apply(self, state: Resting) -> Racing:
        chairs = len(state.court.chairs)
        track = Track(
            goal=self.goal,
            prizes=self.prizes,
            positions=(self.start,) * chairs,
            ranks=(None,) * chairs,
        )
        return Racing(replace(state.court, race=self.race, starter=self.starter), track)


class DieRolled(PublicEvent, type="galopp_royal.die_rolled", rule="GR-4.2"):
    """The die named a bearer. `choice` is true if it is a +2/−2 that the player must use now."""

    seat: Seat
    rolled: int
    """What the die shows."""
    bearer: Bearer
    choice: bool
    """Whether a choice follows."""

    def cites(self) -> str | None:
        return "GR-5.1" if self.choice else self.rule

    def apply(self, state: Racing) -> Racing:
        track = state.track
        rolls = track.rolls + 1
        return Racing(
            state.court, replace(track, rolls=rolls, roller=self.seat, crafty=self.choice)
        )


class CraftyDevilUsed(PublicEvent, type="galopp_royal.crafty_devil_used", rule="GR-5.1"):
    """How the player uses the +2/−2; the moves follow."""

    seat: Seat
    own: Cells
    """How far your own chair goes."""
    others: tuple[Push, ...]
    """The other chairs, in the order in which they move."""

    def apply(self, state: Racing) -> Racing:
        return Racing(state.court, replace(state.track, crafty=False))


class ChairMoved(PublicEvent, type="galopp_royal.chair_moved", rule="GR-4.2"):
    """A bearer has carried or pushed a chair."""

    seat: Seat
    by: Cells
    """How many cells the chair moves; a negative number is backwards."""
    to: Cells
    """The seat that gets it."""

    def apply(self, state: Racing) -> Racing:
        positions = put(state.track.positions, self.seat, self.to)
        return Racing(state.court, replace(state.track, positions=positions))


class RankTaken(PublicEvent):
    """A chair has a rank, for one reason or another."""

    seat: Seat
    rank: Rank
    """The rank; equal ranks are shared."""

    def apply(self, state: Racing) -> Racing:
        ranks = put(state.track.ranks, self.seat, self.rank)
        return Racing(state.court, replace(state.track, ranks=ranks))


class ChairFinished(RankTaken, type="galopp_royal.chair_finished", rule="GR-6.1"):
    """A chair has reached or passed the arch."""


class ChairDrowned(RankTaken, type="galopp_royal.chair_drowned", rule="GR-6.2"):
    """A chair has fallen into the bassin."""


class ChairRanked(RankTaken, type="galopp_royal.chair_ranked", rule="GR-6.3"):
    """A chair that was still racing takes a free rank without moving on."""

    why: Literal["alone", "decided", "too_long"]
    """Why the chair has this rank already."""

    def cites(self) -> str | None:
        return {"alone": "GR-6.3", "decided": "GR-6.6", "too_long": "GR-4.7"}[self.why]


class Award(Value, frozen=True):
    """What a seat wins in a race."""

    seat: Seat
    rank: Rank
    """The rank; equal ranks are shared."""
    gold: int
    """How many pieces of gold."""


class PrizesPaid(PublicEvent, type="galopp_royal.prizes_paid", rule="GR-6.4"):
    """The race is over: the ranks by seat, the prizes, and what everybody has now."""

    race: Count
    """The race, from 1."""
    ranks: tuple[int, ...]
    """The rank of each seat."""
    awards: tuple[Award, ...]
    """What each seat gets."""
    gold: tuple[int, ...]
    """The gold of each seat after the prizes."""
    last: Seat

    def apply(self, state: Racing) -> Removing:
        court = replace(state.court, gold=self.gold, ranks=self.ranks, starter=self.last)
        return Removing(court, state.track)


class GameEnded(PublicEvent, type="galopp_royal.game_ended", rule="GR-9.2"):
    """The game is over. Most gold wins, and ties share a place; partners add up their `scores`."""

    places: tuple[int, ...]
    """The place of each seat; 1 is first, and equal places are shared."""
    scores: tuple[int, ...]
    """The score of each seat."""

    def apply(self, state: Removing) -> Finished:
        return Finished(state.court, state.track, self.places, self.scores)


Running: TypeAlias = RaceBegun | DieRolled | CraftyDevilUsed | ChairMoved
RaceEvent: TypeAlias = Running | ChairFinished | ChairDrowned | ChairRanked | PrizesPaid
