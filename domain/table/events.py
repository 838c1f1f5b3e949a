"""The events of a table, whichever game is played at it."""

from typing import Any, ClassVar, Literal, TypeAlias

from domain.kernel.chance import Draw
from domain.kernel.ids import BySeat, Count, Moment, PlayerId, Seat
from domain.kernel.messages import HiddenEvent, PublicEvent
from domain.kernel.outcome import Outcome
from domain.table.clocks import Pace, SeatClock
from domain.table.commands import (
    Bot,
    Carried,
    Follows,
    ForkBot,
    ForkOf,
    LogKeys,
    Rematch,
    RulesSource,
    Watch,
)
from domain.table.end_events import (
    EndAgreed,
    EndLapsed,
    EndProposed,
    EndWithdrawn,
    SeatResigned,
)
from domain.table.sandbox import Sandbox

CloseReason: TypeAlias = Literal[
    "finished", "abandoned", "withheld", "broken", "resigned", "agreed", "cancelled", "terminated"
]


class TableOpened(PublicEvent, frozen=True):
    """A table was opened: its game, options and edition of the rules, and the hash of its seed."""

    type: ClassVar = "table.opened"
    table: str
    game: str
    rules_version: str
    components: str  # hash of the component data
    options: Any  # the game's option struct
    seats: int
    clock: Pace
    host: PlayerId
    private: bool
    commitment: str
    expires: Moment  # when it is abandoned unless it has started
    sealed_luck: bool  # whether players may give sealed luck
    follows: Follows | None = None  # a finished table whose rewards count here
    carried: tuple[Carried, ...] = ()
    log: LogKeys | None = None  # the public log that will hold start and end of the table
    rules: RulesSource | None = None  # the package that the server judges this table by
    watch: Watch = "everyone"  # who may watch the game
    sandbox: Sandbox | None = None  # fixed luck and a clock moved by hand: never ranked
    rematch: Rematch | None = None  # the table before, and the places of its players


class SeatTaken(PublicEvent, frozen=True):
    """A player took a seat, or the host gave it to a bot.

    At a rematch, the players at this and higher seats moved one seat on.
    """

    type: ClassVar = "table.seat_taken"
    seat: Seat
    player: PlayerId
    piece: str | None
    luck: str | None  # a commitment to a share of the luck
    bot: Bot | None = None


class LuckSealed(PublicEvent, frozen=True):
    """A seated player commits to a share of the luck."""

    type: ClassVar = "table.luck_sealed"
    seat: Seat
    commitment: str


class SeatLeft(PublicEvent, frozen=True):
    """A seat became free before the start; the players in higher seats moved up."""

    type: ClassVar = "table.seat_left"
    seat: Seat


class TableStarted(PublicEvent, frozen=True):
    """The game started: everything is fixed before luck decides anything."""

    type: ClassVar = "table.started"
    game: str
    rules_version: str
    options: Any  # the game's option struct
    players: tuple[PlayerId, ...]  # by seat
    rewards: tuple[tuple[str, ...], ...]  # by seat
    luck: tuple[str | None, ...]  # commitments, by seat


class LuckRevealed(PublicEvent, frozen=True):
    """A seat reveals the share it has committed to."""

    type: ClassVar = "table.luck_revealed"
    seat: Seat
    share: str


class LuckDrawn(HiddenEvent, frozen=True):
    """The random draws behind the following events; hidden until the table closes."""

    type: ClassVar = "table.luck_drawn"
    draws: tuple[Draw, ...]


class DecisionOpened(PublicEvent, frozen=True):
    """A decision opened: these seats must decide before the deadline."""

    type: ClassVar = "table.decision_opened"
    number: int
    key: str
    kind: str
    seats: tuple[Seat, ...]
    deadline: Moment | None
    window_ms: Count | None = None  # the time of the rules for a reaction, where seats have banks
    clocks: tuple[SeatClock, ...] = ()  # the clocks that start, where seats have banks


class ClockStopped(PublicEvent, frozen=True):
    """The clock of a seat stopped: what it spent since it was asked, and what its bank has now."""

    type: ClassVar = "table.clock_stopped"
    seat: Seat
    spent_ms: Count
    bank_ms: Count


class TimeGivenBack(PublicEvent, frozen=True):
    """The banks and the running clocks got back the time in which the store was unavailable."""

    type: ClassVar = "table.time_given_back"
    away_until: Moment  # they make up for outages until then
    banks_ms: BySeat[Count]
    clocks: tuple[SeatClock, ...]


class DeadlineMoved(PublicEvent, frozen=True):
    """The deadline moved by the time in which the store was unavailable."""

    type: ClassVar = "table.deadline_moved"
    deadline: Moment
    away_until: Moment  # the deadline makes up for outages until then


class ClockAdvanced(PublicEvent, frozen=True):
    """The host of a sandbox moved its clock forward; the time of this event is the new one."""

    type: ClassVar = "table.clock_advanced"
    seconds: int


class TimedOut(PublicEvent, frozen=True):
    """A seat missed its deadline; the server plays the default move for it."""

    type: ClassVar = "table.timed_out"
    seat: Seat
    running: int  # how many decisions in a row


class AutopilotEngaged(PublicEvent, frozen=True):
    """A seat went on autopilot: the server plays the default move for it at once."""

    type: ClassVar = "table.autopilot_engaged"
    seat: Seat
    reason: Literal["time_outs", "left", "bank_empty"]


class DefaultPlayed(PublicEvent, frozen=True):
    """The server plays the default move for a seat on autopilot, or again for a late one."""

    type: ClassVar = "table.default_played"
    seat: Seat


class SeatReturned(PublicEvent, frozen=True):
    """The player of a late seat, or of one on autopilot, decides again."""

    type: ClassVar = "table.seat_returned"
    seat: Seat


class TableForked(PublicEvent, frozen=True):
    """The earlier events were copied from another table; the later ones belong to this fork.

    From here on, `player` has every seat that no bot has, and there is no clock.
    """

    type: ClassVar = "table.forked"
    table: str
    of: ForkOf
    player: PlayerId
    commitment: str
    bots: tuple[ForkBot, ...] = ()

    def bot_at(self, seat: Seat) -> ForkBot | None:
        """Return the bot that takes this seat."""
        return next((each for each in self.bots if each.seat == seat), None)

    def player_at(self, seat: Seat) -> PlayerId:
        """Return the player who has this seat from here on."""
        bot = self.bot_at(seat)
        return self.player if bot is None else bot.player


class TableClosed(PublicEvent, frozen=True):
    """The table closed: the seed is revealed, and every event becomes public."""

    type: ClassVar = "table.closed"
    reason: CloseReason
    outcome: Outcome | None
    seed: str
    withheld: tuple[Seat, ...] = ()  # the seats that did not reveal their share of the luck
    notice: str = ""  # why an administrator closed it


TableEvent: TypeAlias = (
    TableOpened
    | SeatTaken
    | LuckSealed
    | SeatLeft
    | TableStarted
    | LuckRevealed
    | LuckDrawn
    | DecisionOpened
    | ClockStopped
    | TimeGivenBack
    | DeadlineMoved
    | ClockAdvanced
    | TimedOut
    | AutopilotEngaged
    | DefaultPlayed
    | SeatReturned
    | SeatResigned
    | EndProposed
    | EndAgreed
    | EndWithdrawn
    | EndLapsed
    | TableForked
    | TableClosed
)
