"""What one caller may see of one table: view, actions, events. Built by allow-list."""

import hashlib
from collections.abc import Iterable
from typing import Any

from msgspec import json

from domain.fairness import chain
from domain.fairness.seed import join_code
from domain.judging.codec import RecordedEvent
from domain.judging.commit import SaltedEvent
from domain.judging.decision_clock import awaited, game_of
from domain.judging.fold import audience, sentence
from domain.judging.live_table import LiveTable
from domain.kernel.decision import OpenParameter
from domain.kernel.ids import Moment, PlayerId, Seat, TableId, Version
from domain.kernel.language import Lang
from domain.kernel.messages import Command, Value
from domain.kernel.outcome import Outcome
from domain.table.commands import Bot, ForkOf, Pace
from domain.table.state import Closed, Open, Running, Status, Table, seats_of

encode = json.Encoder().encode


class SeatSeen(Value, frozen=True):
    """A taken seat and its player. A bot has an id at this table, but no profile.

    `luck` is the commitment of the seat's sealed luck; null if it gave none.
    """

    seat: Seat
    player: PlayerId
    piece: str | None
    autopilot: bool
    bot: Bot | None
    luck: str | None


class DecisionSeen(Value, frozen=True):
    """The open decision: its number, its kind, the seats that must decide, and the deadline."""

    number: int
    kind: str
    seats: tuple[Seat, ...]
    deadline: Moment | None


class You(Value, frozen=True):
    """Your seats at this table, the seat whose view you get, and whether you are the host.

    `code` is the code of a private table, for its host only.
    """

    seats: tuple[Seat, ...]
    seat: Seat | None  # whose view this is; null = a spectator's
    host: bool
    code: str | None  # what others need to sit at a private table; for the host only


class TableSeen(Value, frozen=True, kw_only=True):
    """A table as you may see it at this version."""

    id: str
    game: str
    status: Status
    version: Version
    head: str
    rules_version: str
    commitment: str
    options: Any
    size: int
    clock: Pace
    private: bool
    sealed_luck: bool  # whether players may give sealed luck
    host: PlayerId
    expires: Moment | None
    fork: ForkOf | None  # where it left another table, if it is a what-if
    seats: tuple[SeatSeen, ...]
    decision: DecisionSeen | None
    you: You
    view: Any
    outcome: Outcome | None


class ActionsSeen(Value, frozen=True):
    """The open decision and every legal command of a seat, ready to send."""

    version: Version
    head: str
    decision: DecisionSeen | None
    deadline: Moment | None
    actions: tuple[Command, ...]
    open_parameters: tuple[OpenParameter, ...]


class TableAtVersion(Value, frozen=True):
    """A table at one version: what the functions below describe."""

    table: TableId
    state: Table
    version: int
    head: bytes
    seed: bytes


def at_latest(live: LiveTable) -> TableAtVersion:
    return TableAtVersion(live.table, live.state, live.version, live.head, live.seed)


def describe_table(seen: TableAtVersion, player: PlayerId | None, seat: Seat | None) -> TableSeen:
    state = seen.state
    assert isinstance(state, Open | Running | Closed)
    setup = state.setup
    return TableSeen(
        id=seen.table,
        game=setup.game,
        status=status(state),
        version=seen.version,
        head=seen.head.hex(),
        rules_version=setup.rules_version,
        commitment=setup.commitment,
        options=setup.options,
        size=setup.seats,
        clock=setup.clock,
        private=setup.private,
        sealed_luck=setup.sealed_luck,
        host=setup.host,
        expires=setup.expires if isinstance(state, Open) else None,
        fork=setup.fork,
        seats=_seats(state),
        decision=describe_decision(state),
        you=_you(seen, player, seat),
        view=game_view(state, seat),
        outcome=state.outcome if isinstance(state, Closed) else None,
    )


def status(state: Table) -> Status:
    match state:
        case Running():
            return "running"
        case Closed(reason=reason):
            return reason
        case _:
            return "open"


def _seats(state: Open | Running | Closed) -> tuple[SeatSeen, ...]:
    absent = state.autopilot if isinstance(state, Running) else frozenset()
    return tuple(
        SeatSeen(seat, sitter.player, sitter.piece, seat in absent, sitter.bot, sitter.luck)
        for seat, sitter in enumerate(state.sitters)
    )


def _you(seen: TableAtVersion, player: PlayerId | None, seat: Seat | None) -> You:
    state = seen.state
    assert isinstance(state, Open | Running | Closed)
    host = player == state.setup.host
    code = join_code(seen.table, seen.seed) if host and state.setup.private else None
    return You(seats_of(state, player) if player else (), seat, host, code)


def game_view(state: Table, seat: Seat | None) -> Any:
    """Return the game's view of a seat; None before the deal."""
    if isinstance(state, Running) and state.unrevealed:
        return None
    if isinstance(state, Running | Closed) and state.play is not None:
        return game_of(state).view(state.play, seat)
    return None


def describe_decision(state: Table) -> DecisionSeen | None:
    if not isinstance(state, Running) or state.decision is None:
        return None
    decision = state.decision
    seats = tuple(sorted(awaited(state)))
    return DecisionSeen(decision.number, decision.kind, seats, decision.deadline)


def legal_actions(seen: TableAtVersion, seat: Seat) -> ActionsSeen:
    state, version, head = seen.state, seen.version, seen.head.hex()
    decision = describe_decision(state)
    if not isinstance(state, Running) or decision is None:  # also in the middle of a command
        return ActionsSeen(version, head, None, None, (), ())
    if state.unrevealed:  # luck is revealed by an operation of its own
        return ActionsSeen(version, head, decision, decision.deadline, (), ())
    game = game_of(state)
    actions = game.legal(state.play, seat)
    more = game.open_parameters(state.play, seat)
    return ActionsSeen(version, head, decision, decision.deadline, actions, more)


def decision_tag(actions: ActionsSeen) -> str:
    """Return a tag that changes exactly when the decision of this seat, or its actions, change."""
    number = actions.decision.number if actions.decision else 0
    digest = hashlib.sha256(encode((actions.actions, actions.deadline))).hexdigest()[:12]
    return f"d{number}-{digest}"


def encode_visible_events(
    events: Iterable[SaltedEvent],
    seats: Iterable[Seat],
    public: bool,
    lang: Lang | None,
    state: Table,
) -> bytes:
    """Return a JSON array of the events as a caller with these seats may see them.

    Sentences use the names that pieces have in this state.
    """
    own = frozenset(seats)
    seen = (encode_visible_event(each, own, public, lang, state) for each in events)
    return b"[" + b",".join(seen) + b"]"


def encode_visible_event(
    event: SaltedEvent, seats: frozenset[Seat], public: bool, lang: Lang | None, state: Table
) -> bytes:
    """Return the stored bytes with their salt, or only the seal of a hidden event."""
    recorded = event.recorded
    command = b"" if event.command is None else b',"command":"%s"' % event.command.hex().encode()
    if not public and not audience(recorded.event).hears(seats):
        return b'{"version":%d,"sealed":"%s"%s}' % (
            recorded.version,
            chain.leaf(event.salt, event.raw).hex().encode(),
            command,
        )
    return b'%s,"salt":"%s"%s%s}' % (
        event.raw[:-1],
        event.salt.hex().encode(),
        command,
        _sentence(recorded, lang, state),
    )


def _sentence(recorded: RecordedEvent, lang: Lang | None, state: Table) -> bytes:
    if lang is None:
        return b""
    return b',"sentence":' + encode(sentence(recorded.event, lang, state))
