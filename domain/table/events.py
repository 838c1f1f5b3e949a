"""The events of a table, whichever game is played at it."""

from typing import Any, ClassVar, Literal, TypeAlias

from domain.kernel.chance import Draw
from domain.kernel.ids import Moment, PlayerId, Seat
from domain.kernel.messages import Event
from domain.kernel.outcome import Outcome
from domain.table.commands import Bot, Carried, Follows, ForkOf, Pace

CloseReason: TypeAlias = Literal["finished", "abandoned", "withheld"]


class TableOpened(Event, frozen=True):
    """A table is set up: the rules it is played by, and a commitment to its luck."""

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


class SeatTaken(Event, frozen=True):
    """Someone sits down, or the host seats a bot."""

    type: ClassVar = "table.seat_taken"
    seat: Seat
    player: PlayerId
    piece: str | None
    luck: str | None  # a commitment to a share of the luck
    bot: Bot | None = None


class LuckSealed(Event, frozen=True):
    """A seated player commits to a share of the luck."""

    type: ClassVar = "table.luck_sealed"
    seat: Seat
    commitment: str


class SeatLeft(Event, frozen=True):
    """Someone gets up before the start; the seats behind close up."""

    type: ClassVar = "table.seat_left"
    seat: Seat


class TableStarted(Event, frozen=True):
    """Everything that luck decides about is fixed; the sealed shares and the deal follow."""

    type: ClassVar = "table.started"
    game: str
    rules_version: str
    options: Any  # the game's option struct
    players: tuple[PlayerId, ...]  # by seat
    rewards: tuple[tuple[str, ...], ...]  # by seat
    luck: tuple[str | None, ...]  # commitments, by seat


class LuckRevealed(Event, frozen=True):
    """A seat reveals the share it has committed to."""

    type: ClassVar = "table.luck_revealed"
    seat: Seat
    share: str


class LuckDrawn(Event, frozen=True):
    """The draws behind the events that follow; heard by nobody before the end."""

    type: ClassVar = "table.luck_drawn"
    draws: tuple[Draw, ...]


class DecisionOpened(Event, frozen=True):
    """A question is put; the seats asked have until the deadline."""

    type: ClassVar = "table.decision_opened"
    number: int
    key: str
    kind: str
    seats: tuple[Seat, ...]
    deadline: Moment | None


class DeadlineMoved(Event, frozen=True):
    """The store was away: the seats asked get back the time in which they could not answer."""

    type: ClassVar = "table.deadline_moved"
    deadline: Moment
    away_until: Moment  # the deadline makes up for outages until then


class TimedOut(Event, frozen=True):
    """A seat has let the time of a question pass; the default of the rules is played for it."""

    type: ClassVar = "table.timed_out"
    seat: Seat
    running: int  # how many decisions in a row


class AutopilotEngaged(Event, frozen=True):
    """From now on the defaults are played at once for this seat."""

    type: ClassVar = "table.autopilot_engaged"
    seat: Seat
    reason: Literal["time_outs", "left"]


class DefaultPlayed(Event, frozen=True):
    """A default of the rules is played for a seat on autopilot, or once more for a late one."""

    type: ClassVar = "table.default_played"
    seat: Seat


class SeatReturned(Event, frozen=True):
    """A seat that was late or on autopilot plays for itself again."""

    type: ClassVar = "table.seat_returned"
    seat: Seat


class TableForked(Event, frozen=True):
    """What came before happened at another table; what follows is a what-if with luck of its own.

    From here on every seat is the forker's, nobody is late, and there is no clock.
    """

    type: ClassVar = "table.forked"
    table: str
    of: ForkOf
    player: PlayerId
    commitment: str


class TableClosed(Event, frozen=True):
    """The end; the seed is revealed and every event becomes public."""

    type: ClassVar = "table.closed"
    reason: CloseReason
    outcome: Outcome | None
    seed: str
    withheld: tuple[Seat, ...] = ()  # the seats that did not reveal their share of the luck


TableEvent: TypeAlias = (
    TableOpened
    | SeatTaken
    | LuckSealed
    | SeatLeft
    | TableStarted
    | LuckRevealed
    | LuckDrawn
    | DecisionOpened
    | DeadlineMoved
    | TimedOut
    | AutopilotEngaged
    | DefaultPlayed
    | SeatReturned
    | TableForked
    | TableClosed
)
