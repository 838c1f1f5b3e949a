"""The commands of players and timers to a table; the sender is not a part of a command."""

from typing import Annotated, Any, Literal, TypeAlias, get_args

from msgspec import Meta

from domain.kernel.ids import MOST_SEATS, PlayerId, Seat, TableId
from domain.kernel.messages import Command, Value
from domain.table.clocks import Pace
from domain.table.end_commands import AgreeToEnd, Cancel, Resign, Terminate, WithdrawEnd
from domain.table.sandbox import Advance, Sandbox

Size: TypeAlias = Annotated[int, Meta(ge=2, le=MOST_SEATS, description="The number of seats.")]
LuckCommitment: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}\Z",
        description="H(tag(`share`) ‖ table id ‖ player id ‖ share), as lower-case hex.",
    ),
]
LuckShare: TypeAlias = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="32 random bytes, as lower-case hex.")
]
SeatKey: TypeAlias = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="An Ed25519 key, as lower-case hex.")
]
Bot: TypeAlias = Literal["random", "greedy"]
Watch: TypeAlias = Literal["everyone", "invited", "nobody"]  # nobody: before the end
Piece: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]


class Sit(Command, frozen=True, tag="table.sit"):
    """Take the next free seat; `admitted` says whether the code of a private table was right."""

    piece: Piece | None = None
    admitted: bool = False
    luck: LuckCommitment | None = None
    key: SeatKey | None = None


class SeatBot(Command, frozen=True, tag="table.seat_bot"):
    """Give the next free seat to a bot; it has a player id of its own at this table."""

    bot: Bot
    player: PlayerId
    piece: Piece | None = None


class SealLuck(Command, frozen=True, tag="table.seal_luck"):
    """Commit to a share of the luck that is revealed after the start, before anything is drawn."""

    commitment: LuckCommitment


class RevealLuck(Command, frozen=True, tag="table.reveal_luck"):
    """Reveal the share of the luck that your seat has committed to."""

    share: LuckShare


class Follows(Value, frozen=True):
    """The finished table whose rewards count at this one, and its last head."""

    table: TableId
    head: str
    """The head of the hash chain. Keep it as a receipt."""


class Carried(Value, frozen=True):
    """The rewards that a player won at the preceding table."""

    player: PlayerId
    rewards: tuple[str, ...]
    """What is carried to the next table."""


class Place(Value, frozen=True):
    """The place of a player in a rematch; `piece` is that of the table before."""

    player: PlayerId
    piece: str | None
    """The piece that the player claimed."""
    bot: Bot | None
    """How the bot plays; null for a person."""


class Rematch(Value, frozen=True):
    """The closed table that a rematch repeats, its last head, and the places by seat."""

    table: TableId
    head: str
    """The head of the hash chain. Keep it as a receipt."""
    places: tuple[Place, ...]
    """The players of the rematch, by seat."""


class LogKeys(Value, frozen=True):
    """The keys that verify checkpoints of the public log, and receipts; both name its origin."""

    checkpoints: str
    """The verifier key of checkpoints, in the form of a signed note."""
    receipts: str
    """The verifier key of receipts, in the form of a signed note."""


class RulesSource(Value, frozen=True):
    """Where the rules of a table can be fetched: a distribution, its version, and their hash."""

    distribution: str
    """The name of the Python distribution that has the rules."""
    hash: str
    """The SHA-256 of all code and data of the rules; see openapi/history.md."""
    version: str
    """The version of the distribution."""


class ForkOf(Value, frozen=True):
    """The closed table and the version from which a fork continues."""

    table: TableId
    version: int
    """The version of the table: the number of its events so far."""
    head: str
    """The head of the hash chain. Keep it as a receipt."""
    seed: str
    """The seed of the luck."""


class OpenTable(Command, frozen=True, tag="table.open"):
    """Open a table; the server adds `commitment` (the hash of its seed), `log` and `rules`."""

    game: str
    commitment: str = ""
    options: Any = None
    seats: Size | None = None
    clock: Pace = "rules"
    private: bool = False
    watch: Watch | None = None  # null: everyone, and the invited at a private table
    sit: Sit | None = None  # the host takes the first seat at once
    matched: tuple[PlayerId, ...] = ()  # players whom the server has matched; they sit at once
    follows: Follows | None = None  # a finished table of the same game
    carried: tuple[Carried, ...] = ()  # the rewards of that table
    sealed_luck: bool = True  # players may give sealed luck
    log: LogKeys | None = None  # the public log that will hold start and end of the table
    rules: RulesSource | None = None  # the package that the server judges this table by
    sandbox: Sandbox | None = None  # fixed luck and a clock moved by hand
    rematch: Rematch | None = None  # its bots sit down at once; it starts when all are there


class ForkBot(Value, frozen=True):
    """A seat of a fork that a bot takes, and the player id of the bot at this table."""

    seat: Seat
    player: PlayerId
    bot: Bot
    """How the bot plays."""


class ForkTable(Command, frozen=True, tag="table.fork"):
    """Open a table with the history of a closed one up to a version, and new draws after it."""

    table: TableId
    version: int
    bots: tuple[ForkBot, ...] = ()  # by seat; the player has the other seats


class Leave(Command, frozen=True, tag="table.leave"):
    """Leave a seat: before the start it becomes free, afterwards it goes on autopilot."""

    seat: Seat


class Start(Command, frozen=True, tag="table.start"):
    """Close the seating and deal; `spent`: players whose rewards an earlier start has spent."""

    spent: tuple[PlayerId, ...] = ()


class CallTime(Command, frozen=True, tag="table.call_time"):
    """Play the default move for a seat that missed its deadline or is on autopilot."""


class AdvanceClock(Command, frozen=True, tag="table.advance_clock"):
    """Move the clock of a sandbox forward by seconds."""

    seconds: Advance


class Outage(Value, frozen=True):
    """A time in which the store was unavailable, in ms since 1970."""

    began: int
    ended: int


class MoveDeadline(Command, frozen=True, tag="table.move_deadline"):
    """Move the deadline by the time in which the store was unavailable."""

    outages: tuple[Outage, ...]


class BreakOff(Command, frozen=True, tag="table.break_off"):
    """Close a table because the store has lost this version of it, which the public log has."""

    version: int
    head: str


Seating: TypeAlias = OpenTable | Sit | SeatBot | SealLuck | Leave | Start
Running: TypeAlias = RevealLuck | CallTime | AdvanceClock | MoveDeadline | BreakOff
Ending: TypeAlias = Resign | AgreeToEnd | WithdrawEnd | Cancel | Terminate
TableCommand: TypeAlias = Seating | Running | Ending
TABLE_COMMANDS = frozenset(get_args(TableCommand))  # the table handles them, not its game
