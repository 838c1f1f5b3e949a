"""The state of a table: not opened, open, running or closed, each with its own fields."""

from typing import Any, Literal, TypeAlias

from domain.kernel.game import Outcome
from domain.kernel.ids import PlayerId, Seat
from domain.kernel.messages import Value
from domain.table.clocks import Banks, Pace
from domain.table.commands import Bot, Carried, Follows, ForkOf, Rematch, RulesSource, Watch
from domain.table.sandbox import Sandbox

CloseReason: TypeAlias = Literal[
    "finished", "abandoned", "withheld", "broken", "resigned", "agreed", "cancelled", "terminated"
]
Status: TypeAlias = Literal["open", "running", CloseReason]


class Setup(Value, frozen=True, kw_only=True):
    """What was fixed when the table was opened."""

    table: str
    game: str
    rules_version: str
    components: str  # hash of the data the rules were read from
    options: Any
    seats: int
    clock: Pace
    host: PlayerId
    private: bool
    commitment: str
    expires: str
    sealed_luck: bool = True
    follows: Follows | None = None
    carried: tuple[Carried, ...] = ()
    rules: RulesSource | None = None
    fork: ForkOf | None = None
    watch: Watch = "everyone"
    sandbox: Sandbox | None = None
    rematch: Rematch | None = None


class Sitter(Value, frozen=True):
    player: PlayerId
    piece: str | None
    luck: str | None = None  # a commitment to a share of the luck
    bot: Bot | None = None
    key: str | None = None


class OpenDecision(Value, frozen=True):
    """The open decision as it was announced to the players."""

    number: int
    key: str
    kind: str
    deadline: str | None
    compensated_until: str | None = None  # the deadline makes up for outages until then
    window_ms: int | None = None  # the time of the rules for a reaction, where seats have banks


class Run(Value, frozen=True):
    """A time in which the clock of a seat ran, and no outage is made up for yet."""

    seat: Seat
    since: str
    until: str


class NotOpened(Value, frozen=True, tag=True):
    """There is no such table yet."""


class Open(Value, frozen=True, tag=True):
    """Players may sit down and leave."""

    setup: Setup
    sitters: tuple[Sitter, ...] = ()


class Proposal(Value, frozen=True):
    """The open proposal to end the table without a result."""

    seats: tuple[Seat, ...]  # of the people who agree, the one who proposed it first
    """The seats of the people who agree; the first proposed it."""
    lapses: int  # the number of the decision with which it lapses
    """The number of the decision with which the proposal lapses."""


class Running(Value, frozen=True, tag=True):
    """The play is on; `play` is the state of the game.

    While a seat has not revealed its share of the luck, nothing is dealt yet.
    """

    setup: Setup
    sitters: tuple[Sitter, ...]
    play: Any
    rewards: tuple[tuple[str, ...], ...] = ()
    shares: tuple[str, ...] = ()  # of the luck, by seat; empty where none was given or revealed
    unrevealed: frozenset[Seat] = frozenset()
    drawn: tuple[str, ...] = ()  # the series of every draw since the decision opened
    decision: OpenDecision | None = None
    late: frozenset[Seat] = frozenset()  # missed the deadline of the open decision
    time_outs: tuple[int, ...] = ()
    autopilot: frozenset[Seat] = frozenset()
    bots: frozenset[Seat] = frozenset()
    dealt: tuple[str, ...] = ()  # in a sandbox: the purposes of draws that its script is for
    banks: Banks | None = None  # None: the clock of the table has no banks
    runs: tuple[Run, ...] = ()  # the last ones: an outage may be confirmed after an answer
    out_of_time: frozenset[Seat] = frozenset()  # the server plays for them until the end
    resigned: tuple[Seat, ...] = ()  # in the order in which they resigned; all are on autopilot
    proposal: Proposal | None = None
    last_proposal: int | None = None  # the number of the decision at which one was made


class Closed(Value, frozen=True, tag=True):
    """The table takes no more commands."""

    setup: Setup
    sitters: tuple[Sitter, ...]
    play: Any  # None if the play never began
    reason: CloseReason
    outcome: Outcome | None
    seed: str
    resigned: tuple[Seat, ...] = ()
    notice: str = ""  # why an administrator closed it


Table: TypeAlias = NotOpened | Open | Running | Closed


def sandbox_of(state: Table) -> Sandbox | None:
    """Return what was fixed for a sandbox; None for any other table."""
    return None if isinstance(state, NotOpened) else state.setup.sandbox


def seats_of(state: Table, player: PlayerId | None) -> tuple[Seat, ...]:
    """Return the seats a player holds."""
    if isinstance(state, NotOpened):
        return ()
    return tuple([seat for seat, sitter in enumerate(state.sitters) if sitter.player == player])
