"""What happens between the turns: championships, races, stakes, scores."""

from typing import TypeAlias

from msgspec.structs import replace

from domain.games.gasterospeed.components import SPEEDS, CircuitId, Colour, SnailId, deck
from domain.games.gasterospeed.state import (
    Finished,
    NotBegun,
    Privilege,
    Racing,
    Result,
    Settings,
    Snail,
)
from domain.kernel.ids import BySeat, Count, Seat
from domain.kernel.messages import Announcement, PrivateEvent, PublicEvent, put


class SnailsEntered(PublicEvent, type="gasterospeed.snails_entered", rule="GS-7"):
    """The snails in the order of seats, with their first names and their colours (GS-111)."""

    names: tuple[str, ...]
    """The name of each snail."""
    colours: tuple[Colour, ...]
    """The colour of each snail, by its number."""

    def apply(self, state: NotBegun) -> NotBegun:
        return NotBegun(self.names, self.colours)


class ChampionshipOpened(PublicEvent, type="gasterospeed.championship_opened", rule="GS-20"):
    """The circuits are listed (under GS-104, those to be drawn from) and the options settled.

    `reserve` is what every stable has (GS-108).
    """

    settings: Settings
    """What the options mean at this table."""
    circuits: tuple[CircuitId, ...]
    """The circuits of the championship."""
    reserve: int
    """Shells in reserve (GS-108)."""
    privileges: tuple[Privilege, ...]
    """What champions have left, by seat."""

    def apply(self, state: NotBegun) -> Racing:
        seats, each = self.settings.seats, self.settings.snails_each
        called = zip(state.names, state.colours, strict=True)
        snails = tuple(Snail(n // each, name, colour) for n, (name, colour) in enumerate(called))
        piles = 2 if self.settings.two_piles else 1
        nothing = (None,) * len(snails)
        return Racing(
            settings=self.settings,
            circuits=self.circuits,
            snails=snails,
            privileges=self.privileges,
            circuit=self.circuits[0],
            hands=((),) * seats,
            piles=(deck(88 if self.settings.cards == 88 else 80), *((),) * (piles - 1)),
            discards=((),) * piles,
            reserves=(self.reserve,) * seats,
            stakes=nothing,
            sealed=nothing,
            speeds=nothing,
            actions=nothing,
            missed=(0,) * seats,
            points=(0,) * seats,
            rewards=((),) * seats,
        )


class RaceOpened(PublicEvent, type="gasterospeed.race_opened", rule="GS-22"):
    """A circuit is laid out, all cards are gathered; every reserve grows by `reserve`."""

    race: Count
    """The race, from 1."""
    circuit: CircuitId
    """The key of the circuit."""
    shells: int
    """How many shells each snail starts with."""
    reserve: int
    """Shells in reserve (GS-108)."""

    def apply(self, state: Racing) -> Racing:
        """All cards are gathered in their published order, every snail is fit again."""
        cards = deck(88 if state.settings.cards == 88 else 80)
        speeds = sum(card in SPEEDS for card in cards)  # they come first
        two = state.settings.two_piles
        piles = (cards[:speeds], cards[speeds:]) if two else (cards,)
        nothing = (None,) * len(state.snails)
        snails = tuple(
            Snail(snail.seat, snail.name, snail.colour, shells=self.shells, full=self.shells)
            for snail in state.snails
        )
        return replace(
            state,
            race=self.race,
            circuit=self.circuit,
            turn=0,
            snails=snails,
            hands=((),) * len(state.hands),
            piles=piles,
            discards=((),) * len(piles),
            reserves=tuple(reserve + self.reserve for reserve in state.reserves),
            stakes=nothing,
            sealed=nothing,
            speeds=nothing,
            actions=nothing,
            missed=(0,) * len(state.hands),
            extra_taken=frozenset(),
            arrivals=(),
        )


class StakeLaid(PrivateEvent, type="gasterospeed.stake_laid", rule="GS-108"):
    """The shells a player committed; only that player sees them."""

    snail: SnailId
    shells: int
    """How many shells of the reserve the snail gets."""

    def apply(self, state: Racing) -> Racing:
        return replace(state, stakes=put(state.stakes, self.snail, self.shells))


class StakeSealed(Announcement, type="gasterospeed.stake_sealed", rule="GS-108"):
    """A player has committed shells of a reserve."""

    seat: Seat
    snail: SnailId


class StakesRevealed(PublicEvent, type="gasterospeed.stakes_revealed", rule="GS-108"):
    """Everybody shows the shells committed to this race, by snail."""

    shells: tuple[int, ...]
    """The shells staked on each snail."""

    def apply(self, state: Racing) -> Racing:
        staked = tuple(zip(state.snails, self.shells, strict=True))
        snails = tuple(replace(snail, shells=shells, full=shells) for snail, shells in staked)
        reserves = tuple(
            reserve - sum(shells for snail, shells in staked if snail.seat == seat)
            for seat, reserve in enumerate(state.reserves)
        )
        return replace(state, snails=snails, reserves=reserves, stakes=(None,) * len(snails))


class SnailNotStarted(PublicEvent, type="gasterospeed.snail_not_started", rule="GS-108"):
    """No shell was left for this snail: it does not start and scores as K.O."""

    snail: SnailId

    def apply(self, state: Racing) -> Racing:
        snail = replace(state.snails[self.snail], status="removed")
        return replace(state, snails=put(state.snails, self.snail, snail))


class StartOrderFixed(Announcement, type="gasterospeed.start_order_fixed", rule="GS-23"):
    """The order in which the seats place their snails: lowest roll first."""

    order: tuple[Seat, ...]
    """The seats, first to place a snail first."""


class TurnBegun(PublicEvent, type="gasterospeed.turn_begun", rule="GS-32"):
    """A turn begins; `missed` is the number of turns lost in a row, by seat."""

    turn: int
    """The turn, from 1."""
    missed: tuple[int, ...]
    """How many turns in a row each seat has lost."""

    def apply(self, state: Racing) -> Racing:
        return replace(state, turn=self.turn, missed=self.missed)


class RaceScored(PublicEvent, type="gasterospeed.race_scored", rule="GS-87"):
    """A race is over: places (null = K.O.), points and shells kept by snail, totals by seat.

    `arrived` lists the snails that crossed the line, in order. If the turn limit `stopped` the
    race, the places after theirs are by distance (GS-86).
    """

    places: tuple[int | None, ...]
    """The place of each snail; null for a snail that did not arrive."""
    points: BySeat[int]
    """The points of each snail in this race."""
    shells: tuple[int, ...]
    """The shells that each snail has kept."""
    totals: tuple[int, ...]
    """The total of each seat."""
    arrived: tuple[SnailId, ...]
    """The snails that crossed the finishing line."""
    stopped: bool
    """Whether the turn limit ended the race (GS-86)."""

    def cites(self) -> str:
        return "GS-86" if self.stopped else "GS-87"

    def apply(self, state: Racing) -> Racing:
        result = Result(state.circuit, self.places, self.points, self.shells, self.stopped)
        return replace(state, results=(*state.results, result), points=self.totals)


class RewardWon(PublicEvent, type="gasterospeed.reward_won", rule="GS-106"):
    """A champion wins something for the next championship."""

    seat: Seat
    reward: str
    """What the champion takes to the next championship."""

    def cites(self) -> str:
        return "GS-107" if self.reward == "extra_shell" else "GS-106"

    def apply(self, state: Racing) -> Racing:
        won = (*state.rewards[self.seat], self.reward)
        return replace(state, rewards=put(state.rewards, self.seat, won))


class ChampionshipFinished(PublicEvent, type="gasterospeed.championship_finished", rule="GS-88"):
    """The championship is over; equal places are shared."""

    places: tuple[int, ...]
    """The place of each seat; 1 is first, and equal places are shared."""
    scores: tuple[int, ...]
    """The score of each seat."""

    def apply(self, state: Racing) -> Finished:
        return Finished(replace(state, todo=()), self.places, self.scores)


Entering: TypeAlias = SnailsEntered | ChampionshipOpened | RaceOpened
Opening: TypeAlias = Entering | StakeLaid | StakeSealed | StakesRevealed | SnailNotStarted
Ending: TypeAlias = RaceScored | RewardWon | ChampionshipFinished
