"""A judgement as it is stored: canonical events, the next chain head, and the command."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from domain.fairness.chain import MOST_EVENTS, Seals, canon, next_head, seals_of
from domain.judging.actors import Actor, ByAdministrator, ByBot, ByClock, ByPlayer
from domain.judging.codec import RecordedEvent, decode, encode
from domain.judging.decision_clock import earliest_default, next_timer_check, open_deadline
from domain.judging.judgement import Judgement
from domain.judging.live_table import LiveTable
from domain.judging.logged import encode_log, logged, rewards_spent
from domain.judging.rows.notices import Consequences
from domain.judging.stored import Entry
from domain.kernel.ids import Seat, TableId, millis, rfc3339
from domain.kernel.messages import Command, Value
from domain.table.commands import TABLE_COMMANDS, CallTime, RevealLuck
from domain.table.state import Running, Table, sandbox_of

CLOCK = "clock"  # sends what timers send
ADMINISTRATOR = "administrator"  # closes a table for a public reason


class Commit(Value, frozen=True, kw_only=True):
    """Events that happened together, stored all or none, after exactly `expected` others."""

    table: TableId
    expected: int  # version the command was judged at
    head: bytes  # chain head at that version
    events: tuple[bytes, ...]  # canonical, never empty; the first gets version expected + 1
    next_head: bytes
    id: bytes  # 16 bytes, fresh for every command; the same again when its outcome is unknown
    record: bytes  # the command as it is hashed: the canonical JSON of a `Record`
    key: bytes | None = None  # idempotency key of the caller, as a digest
    digest: bytes = b""  # of the request body, to recognise the same key with another body
    not_before: int | None = None  # ms since 1970 by the store's clock: a time-out is not early
    not_after: int | None = None  # ms since 1970 by the store's clock: a command is not late
    due: int | None = None  # when the timers should next look at the table; None = never
    seed: bytes | None = None  # only with expected == 0: stored apart from the events
    log: bytes = b""  # entries for the public log, as a bundle
    lasting: bytes = b""  # what indexes need of the row, if it changes; see `rows/row.py`
    moving: bytes = b""  # what moves change of it
    notes: bytes = b""  # what the feed says of the commit; see `rows/notices.py`


class Key(Value, frozen=True):
    """An idempotency key of the caller, and the body it was sent with."""

    text: str
    body: bytes


class SaltedEvent(Value, frozen=True):
    """An event together with the canonical bytes it is stored as, and its salt.

    The first event of a commit has the leaf of its command, the last one the head after it.
    """

    raw: bytes
    recorded: RecordedEvent
    salt: bytes
    leaf: bytes  # as it is hashed into the chain
    command: bytes | None = None
    command_salt: bytes | None = None  # of that leaf
    head: bytes | None = None


class Record(Value, frozen=True):
    """The command of a commit as it is hashed and stored; its fields are in canonical order."""

    at: str
    by: str  # a player, "clock" or "administrator"
    command: Any
    first: int
    last: int
    seat: Seat | None


def encode_events(
    live: LiveTable, actor: Actor, judgement: Judgement, at: int
) -> tuple[bytes, tuple[SaltedEvent, ...]]:
    """Return the command and its events as they will be hashed and stored."""
    when, first, seat = rfc3339(at), live.version + 1, judgement.seat
    recorded = [
        RecordedEvent(version, when, seat, event)
        for version, event in enumerate(judgement.events, first)
    ]
    by = actor.player if isinstance(actor, ByPlayer) else _sender(live, actor)
    record = canon(Record(when, by, judgement.command, first, recorded[-1].version, seat))
    head, found, raw = live.head, list[SaltedEvent](), encode(*recorded).split(b"\n")
    for begun in range(0, len(raw), MOST_EVENTS):
        part = raw[begun : begun + MOST_EVENTS]
        seals = seals_of(live.seed, first + begun, part, None if begun else record)
        head = next_head(head, seals.command, seals.leaves)
        found += _salted(
            part, seals, recorded[begun:], head if begun + len(part) == len(raw) else b""
        )
    return record, tuple(found)


def decode_events(entries: Iterable[Entry], seed: bytes, after: int = 0) -> tuple[SaltedEvent, ...]:
    """Return stored entries as events with their salts, without those up to the version `after`."""
    return tuple(
        event
        for entry in entries
        for event in _salted(entry.events, entry.seals(seed), map(decode, entry.events), entry.head)
        if event.recorded.version > after
    )


def _salted(
    raw: Sequence[bytes], seals: Seals, recorded: Iterable[RecordedEvent], head: bytes
) -> list[SaltedEvent]:
    """Return the events of an entry; `head` is that after it, if it ends a commit."""
    command_salt, command, salts, leaves = seals
    none = (None,) * (len(leaves) - 1)
    ends = ((command, *none), (command_salt, *none), (*none, head or None))
    return [*map(SaltedEvent, raw, recorded, salts, leaves, *ends)]


def commit_of(
    id_: bytes,
    live: LiveTable,
    actor: Actor,
    key: Key | None,
    judgement: Judgement,
    record: bytes,
    events: tuple[SaltedEvent, ...],
    at: int,
    after: Consequences,
) -> Commit:
    """Return everything that is stored for one command, in one step."""
    not_before, not_after = _window(live, judgement.command, judgement.seat)
    before, state, head = live.state, judgement.state, events[-1].head
    assert head is not None
    if isinstance(before, Running) and isinstance(state, Running) and not before.unrevealed:
        log = b""  # the log has the start and the end of a table
    else:
        log = _added_to_log(live, state, events)
    return Commit(
        table=live.table,
        expected=live.version,
        head=live.head,
        events=tuple([each.raw for each in events]),
        next_head=head,
        id=id_,
        record=record,
        key=key_digest(actor, key) if key else None,
        digest=digest(key.body) if key else b"",
        not_before=not_before,
        not_after=not_after,
        due=next_timer_check(state, at),
        seed=live.seed if live.version == 0 else None,
        log=log,
        lasting=after.lasting,
        moving=after.moving,
        notes=after.notes,
    )


def _added_to_log(live: LiveTable, state: Table, events: Sequence[SaltedEvent]) -> bytes:
    """Return the entries for the public log; a sandbox proves nothing to anybody."""
    if sandbox_of(state) is not None:
        return b""
    last, head = events[-1].recorded.version, events[-1].head or b""
    entries = [
        *logged(live.table, last, head, (each.recorded for each in events)),
        *rewards_spent(live.table, live.state, state),
    ]
    return encode_log(entries) if entries else b""


def _window(live: LiveTable, command: Command, seat: Seat | None) -> tuple[int | None, int | None]:
    """Return when the store may accept this command, by its own clock: not before, not after."""
    state = live.state
    if isinstance(command, CallTime):
        return earliest_default(state), None
    if not isinstance(state, Running) or (deadline := open_deadline(state, seat)) is None:
        return None, None
    if state.setup.sandbox is not None:  # its time is not the store's
        return None, None
    if type(command) in TABLE_COMMANDS and not isinstance(command, RevealLuck):
        return None, None
    if seat in state.bots:  # a bot is never late
        return None, None
    return None, millis(deadline)


def _sender(live: LiveTable, actor: Actor) -> str:
    """Return the player who sends a command, a bot's id included, `clock` or `administrator`."""
    match actor:
        case ByPlayer(player=player):
            return player
        case ByClock():
            return CLOCK
        case ByAdministrator():
            return ADMINISTRATOR
        case ByBot(seat=seat):
            assert isinstance(live.state, Running)
            return live.state.sitters[seat].player
        case _:
            assert_never(actor)


def key_digest(actor: Actor, key: Key | None) -> bytes | None:
    """Return the digest of a player's idempotency key; None if there is no key."""
    if key is None or not isinstance(actor, ByPlayer):
        return None
    return digest(f"{actor.player}:{key.text}".encode())


def digest(raw: bytes) -> bytes:
    """Return 16 bytes that identify the content."""
    return hashlib.sha256(raw).digest()[:16]
