"""What happens in a championship: its frame here, cards and snails in the two files beside it."""

from typing import ClassVar, TypeAlias

from domain.games.gasterospeed.components import CircuitId, Colour, SnailId
from domain.games.gasterospeed.events_of_cards import (
    ActionLaid,
    ActionSealed,
    ActionsRevealed,
    CardLost,
    CardsDiscarded,
    CardsDrawn,
    CardsSwept,
    DiscardsReshuffled,
    ExtraCardTaken,
    HandRefilled,
    HandsChecked,
    PileShuffled,
    ReactionPlayed,
    RedrawAnnounced,
    SpeedLaid,
    SpeedSealed,
    SpeedsRevealed,
)
from domain.games.gasterospeed.events_of_snails import (
    ActionPlayed,
    DieRolled,
    ShellAdded,
    ShellLost,
    ShotFired,
    SnailMoved,
    SnailOut,
    SnailPlaced,
)
from domain.games.gasterospeed.state import Privilege, Settings
from domain.games.gasterospeed.todo import Todo
from domain.kernel.ids import BySeat, Count, Seat
from domain.kernel.messages import PrivateEvent, PublicEvent


class SnailsEntered(PublicEvent, frozen=True):
    """The snails in the order of seats, with their first names and their colours (GS-111)."""

    type: ClassVar = "gasterospeed.snails_entered"
    rule: ClassVar = "GS-7"
    names: tuple[str, ...]
    colours: tuple[Colour, ...]


class ChampionshipOpened(PublicEvent, frozen=True):
    """The circuits are listed (under GS-104, those to be drawn from) and the options settled.

    `reserve` is what every stable has (GS-108).
    """

    type: ClassVar = "gasterospeed.championship_opened"
    rule: ClassVar = "GS-20"
    settings: Settings
    circuits: tuple[CircuitId, ...]
    reserve: int
    privileges: tuple[Privilege, ...]


class RaceOpened(PublicEvent, frozen=True):
    """A circuit is laid out, all cards are gathered; every reserve grows by `reserve`."""

    type: ClassVar = "gasterospeed.race_opened"
    rule: ClassVar = "GS-22"
    race: Count
    circuit: CircuitId
    shells: int
    reserve: int


class StakeLaid(PrivateEvent, frozen=True):
    """The shells a player committed; only that player sees them."""

    type: ClassVar = "gasterospeed.stake_laid"
    rule: ClassVar = "GS-108"
    snail: SnailId
    shells: int


class StakeSealed(PublicEvent, frozen=True):
    """A player has committed shells of a reserve."""

    type: ClassVar = "gasterospeed.stake_sealed"
    rule: ClassVar = "GS-108"
    seat: Seat
    snail: SnailId


class StakesRevealed(PublicEvent, frozen=True):
    """Everybody shows the shells committed to this race, by snail."""

    type: ClassVar = "gasterospeed.stakes_revealed"
    rule: ClassVar = "GS-108"
    shells: tuple[int, ...]


class SnailNotStarted(PublicEvent, frozen=True):
    """No shell was left for this snail: it does not start and scores as K.O."""

    type: ClassVar = "gasterospeed.snail_not_started"
    rule: ClassVar = "GS-108"
    snail: SnailId


class StartOrderFixed(PublicEvent, frozen=True):
    """The order in which the seats place their snails: lowest roll first."""

    type: ClassVar = "gasterospeed.start_order_fixed"
    rule: ClassVar = "GS-23"
    order: tuple[Seat, ...]


class TurnBegun(PublicEvent, frozen=True):
    """A turn begins; `missed` is the number of turns lost in a row, by seat."""

    type: ClassVar = "gasterospeed.turn_begun"
    rule: ClassVar = "GS-32"
    turn: int
    missed: tuple[int, ...]


class RaceScored(PublicEvent, frozen=True):
    """A race is over: places (null = K.O.), points and shells kept by snail, totals by seat.

    `arrived` lists the snails that crossed the line, in order. If the turn limit `stopped` the
    race, the places after theirs are by distance (GS-86).
    """

    type: ClassVar = "gasterospeed.race_scored"
    rule: ClassVar = "GS-87"
    places: tuple[int | None, ...]
    points: BySeat[int]
    shells: tuple[int, ...]
    totals: tuple[int, ...]
    arrived: tuple[SnailId, ...]
    stopped: bool

    def cites(self) -> str:
        return "GS-86" if self.stopped else "GS-87"


class RewardWon(PublicEvent, frozen=True):
    """A champion wins something for the next championship."""

    type: ClassVar = "gasterospeed.reward_won"
    rule: ClassVar = "GS-106"
    seat: Seat
    reward: str

    def cites(self) -> str:
        return "GS-107" if self.reward == "extra_shell" else "GS-106"


class ChampionshipFinished(PublicEvent, frozen=True):
    """The championship is over; equal places are shared."""

    type: ClassVar = "gasterospeed.championship_finished"
    rule: ClassVar = "GS-88"
    places: tuple[int, ...]
    scores: tuple[int, ...]


class QuestionPut(PublicEvent, frozen=True):
    """The game waits for a decision; `todo` lists it and the tasks after it."""

    type: ClassVar = "gasterospeed.question_put"
    todo: Todo


GasteroEvent: TypeAlias = (
    SnailsEntered
    | ChampionshipOpened
    | RaceOpened
    | StakeLaid
    | StakeSealed
    | StakesRevealed
    | SnailNotStarted
    | PileShuffled
    | DiscardsReshuffled
    | CardsDrawn
    | HandRefilled
    | HandsChecked
    | RedrawAnnounced
    | StartOrderFixed
    | SnailPlaced
    | TurnBegun
    | SpeedLaid
    | SpeedSealed
    | SpeedsRevealed
    | ActionLaid
    | ActionSealed
    | ActionsRevealed
    | ActionPlayed
    | CardLost
    | CardsDiscarded
    | CardsSwept
    | ExtraCardTaken
    | DieRolled
    | SnailMoved
    | ShotFired
    | ReactionPlayed
    | ShellLost
    | ShellAdded
    | SnailOut
    | RaceScored
    | RewardWon
    | ChampionshipFinished
    | QuestionPut
)
