"""What one caller may see of one table: the table and its view. Built by allow-list."""

from typing import Any

from msgspec import json

from domain.fairness.chain import join_code
from domain.judging.decision_clock import awaited, game_of, open_deadline
from domain.judging.live_table import LiveTable
from domain.kernel.game import Outcome
from domain.kernel.ids import Moment, PlayerId, Seat, TableId, Version, rfc3339
from domain.kernel.messages import Value
from domain.table.clocks import Clock, clock_of
from domain.table.commands import ForkOf, Rematch, Watch
from domain.table.sandbox import Seed
from domain.table.state import (
    Closed,
    Open,
    Proposal,
    Running,
    Setup,
    Status,
    Table,
    sandbox_of,
    seats_of,
)
from projections.seat_view.names import NamesOfPeople, SeatSeen, seats_seen

encode = json.Encoder().encode


class DecisionSeen(Value, frozen=True):
    """The open decision: its number, its kind, the seats that must decide, and the deadline."""

    number: int
    """The number of the decision at this table."""
    kind: str
    """What is asked; it selects the clock."""
    seats: tuple[Seat, ...]
    """The seats that must decide."""
    deadline: Moment | None
    """When the time to decide ends; null without a clock."""


class You(Value, frozen=True):
    """Your seats at this table, the seat whose view you get, and whether you are the host.

    `code` and `invitation` are for the host only: send others the link.
    """

    seats: tuple[Seat, ...]
    """Your seats at this table, by number."""
    seat: Seat | None  # whose view this is; null = a spectator's
    """The seat whose view you get; null for that of a spectator."""
    host: bool
    """Whether you are the host."""
    code: str | None  # what others need to see or watch this table; for the host only
    """The code that others need for this table; only for the host, else null."""
    invitation: str | None  # the path of a link with the code
    """The path of a link that invites to the table; for the host only."""


class SandboxSeen(Value, frozen=True):
    """The seed of a sandbox, the number of its scripted deals, and its time."""

    seed: Seed
    deals: int
    """How many scripted deals it was opened with."""
    clock: Moment  # what it shows now


class TableSeen(Value, frozen=True, kw_only=True):
    """A table as you may see it at this version."""

    id: str
    """The id of the table."""
    game: str
    """The key of the game."""
    status: Status
    """`open` before the start, `running`, or how the table ended; `finished` is by the rules."""
    version: Version
    head: str | None  # null between the events of a commit
    """The head of the hash chain. Keep it as a receipt. Null at a version between the events of a
    command.
    """
    rules_version: str
    """The edition of the rules."""
    commitment: str
    """The hash of the seed, published before the first draw."""
    options: Any
    """The options that the host chose."""
    size: int
    """How many seats there are."""
    clock: Clock
    """The clock of the table; null for no limit."""
    private: bool
    """Whether only the host, the players and the invited see the table."""
    watch: Watch  # who may watch the game
    """Who may watch the game: `everyone`, the `invited`, or `nobody` before the end."""
    sealed_luck: bool  # whether players may give sealed luck
    """Whether players may give sealed luck."""
    host: PlayerId
    expires: Moment | None
    """When the table is abandoned unless it has started."""
    fork: ForkOf | None  # where it left another table, if it is a what-if
    """Where this table left another one; null if it did not."""
    sandbox: SandboxSeen | None  # fixed luck and a clock moved by hand, if it is a sandbox
    """The fixed luck and the time of a sandbox; null at any other table."""
    rematch_of: Rematch | None  # the table it repeats, and the places of its players
    """The table that this one repeats, with its places; null if it is no rematch."""
    rematch: TableId | None  # the table that repeats this one; for its players only
    """The id of the table that repeats this one; only for its players, else null."""
    seats: tuple[SeatSeen, ...]
    """The seats that are taken."""
    decision: DecisionSeen | None
    """The open decision; null if there is none."""
    proposal: Proposal | None  # to end the table without a result
    """The open proposal to end the table without a result; null if there is none."""
    you: You
    """What the table is for you."""
    view: Any
    """The view of the seat; null before the deal."""
    outcome: Outcome | None
    """Places and scores; null before the end."""


class ViewAt(Value, frozen=True):
    """A past view: what a seat, or a spectator, saw at this version."""

    version: Version
    at: Moment
    status: Status
    """`open` before the start, `running`, or how the table ended; `finished` is by the rules."""
    decision: DecisionSeen | None
    """The open decision; null if there is none."""
    view: Any
    """The view of the seat; null before the deal."""


class TableAtVersion(Value, frozen=True):
    """A table at one version: what the functions below describe."""

    table: TableId
    state: Table
    version: int
    head: bytes | None  # None between the events of a commit
    seed: bytes
    at: int = 0  # ms since 1970 of the last event

    @property
    def head_text(self) -> str | None:
        return None if self.head is None else self.head.hex()


def at_latest(live: LiveTable) -> TableAtVersion:
    return TableAtVersion(live.table, live.state, live.version, live.head, live.seed, live.at)


def describe_table(
    seen: TableAtVersion,
    player: PlayerId | None,
    seat: Seat | None,
    people: NamesOfPeople,
    rematch: TableId | None = None,
    page: str = "/",  # to which the invitation of the host leads
) -> TableSeen:
    """Return a table as this player may see it, with the view of this seat."""
    state = seen.state
    assert isinstance(state, Open | Running | Closed)
    setup = state.setup
    return TableSeen(
        id=seen.table,
        game=setup.game,
        status=status(state),
        version=seen.version,
        head=seen.head_text,
        rules_version=setup.rules_version,
        commitment=setup.commitment,
        options=setup.options,
        size=setup.seats,
        clock=clock_of(setup.clock),
        private=setup.private,
        watch=setup.watch,
        sealed_luck=setup.sealed_luck,
        host=setup.host,
        expires=setup.expires if isinstance(state, Open) else None,
        fork=setup.fork,
        sandbox=_sandbox(seen),
        rematch_of=setup.rematch,
        rematch=rematch,
        seats=seats_seen(state, people),
        decision=describe_decision(state),
        proposal=open_proposal(state),
        you=_you(seen, player, seat, page),
        view=game_view(state, seat),
        outcome=state.outcome if isinstance(state, Closed) else None,
    )


def _sandbox(seen: TableAtVersion) -> SandboxSeen | None:
    sandbox = sandbox_of(seen.state)
    if sandbox is None:
        return None
    return SandboxSeen(sandbox.seed, len(sandbox.deals), rfc3339(seen.at))


def status(state: Table) -> Status:
    match state:
        case Running():
            return "running"
        case Closed(reason=reason):
            return reason
        case _:
            return "open"


def _you(seen: TableAtVersion, player: PlayerId | None, seat: Seat | None, page: str) -> You:
    state = seen.state
    assert isinstance(state, Open | Running | Closed)
    host = player == state.setup.host
    code = join_code(seen.table, seen.seed) if host and _invites(state.setup) else None
    link = f"{page}#/table/{seen.table}?invitation={code}" if code else None
    return You(seats_of(state, player) if player else (), seat, host, code, link)


def _invites(setup: Setup) -> bool:
    return setup.private or setup.watch == "invited"


def game_view(state: Table, seat: Seat | None) -> Any:
    """Return the game's view of a seat; None before the deal."""
    if isinstance(state, Running) and state.unrevealed:
        return None
    if isinstance(state, Running | Closed) and state.play is not None:
        return game_of(state).view(state.play, seat)
    return None


def open_proposal(state: Table) -> Proposal | None:
    return state.proposal if isinstance(state, Running) else None


def describe_decision(state: Table) -> DecisionSeen | None:
    if not isinstance(state, Running) or state.decision is None:
        return None
    decision = state.decision
    seats = tuple(sorted(awaited(state)))
    return DecisionSeen(decision.number, decision.kind, seats, open_deadline(state))
