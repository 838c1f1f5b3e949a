"""The one path: state, judge, append at the expected version. All that happens, happens here."""

import hashlib
from collections.abc import Callable
from typing import Any, TypeAlias, assert_never

from msgspec.structs import replace

from domain.kernel.ids import Seat, TableId
from domain.kernel.messages import Command, Value
from domain.kernel.rejection import Rejected
from domain.play.clock import millis, new_id, rfc3339
from domain.play.codec import Happened, decode, encode
from domain.play.fair import SEED_BYTES, canon, commitment, extend
from domain.play.judge import Asker, Case, Clock, Judged, due, judge
from domain.play.log import (
    Appended,
    Commit,
    Conflict,
    Duplicate,
    Early,
    KeyReused,
    Late,
    OutcomeUnknown,
)
from domain.play.tables import Live, Tables
from domain.table.commands import CallTime, OpenTable, TableCommand
from domain.table.state import Open, Running

ATTEMPTS = 20  # each lost race means that somebody else's command was stored

Condition: TypeAlias = Callable[[Live], None]  # raises Rejected if the caller's If-Match fails


class Key(Value, frozen=True):
    """An idempotency key of the caller, and the body it was sent with."""

    text: str
    body: bytes


class Told(Value, frozen=True):
    """An event together with the canonical bytes it is stored as."""

    raw: bytes
    happened: Happened


class Receipt(Value, frozen=True):
    """What became of a command: its events, and the chain head after the last of them."""

    version: int
    head: bytes
    events: tuple[Told, ...]


class Record(Value, frozen=True):
    """What is kept beside the events, so that an auditor can judge again."""

    at: str
    by: str  # a player, or "clock"
    command: Any
    key: str | None
    seat: Seat | None


async def open_table(tables: Tables, who: Asker, asked: OpenTable) -> Live:
    """A new table: its id and its seed are drawn here, and the seed is committed to at once."""
    world = tables.world
    live = Live(new_id(world), world.fresh(SEED_BYTES))
    command = replace(asked, commitment=commitment(live.table, live.seed))
    await _appended(tables, live, who, command, None)
    return tables.keep(live)


async def handle(
    tables: Tables,
    table: TableId,
    who: Asker | Clock,
    command: Command,
    key: Key | None = None,
    condition: Condition | None = None,
) -> Receipt:
    live = await tables.find(table)
    for _ in range(ATTEMPTS):
        known = live.version
        try:
            if condition is not None:
                condition(live)
            receipt = await _appended(tables, live, who, command, key)
        except Rejected as refusal:
            # Refuse only on what is true now, and never what was already done under this key.
            await tables.refresh(live)
            if live.version > known:
                continue
            repeated = await _recalled(tables, live, who, key)
            if repeated is None:
                refusal.version = live.version
                raise
            return repeated
        if receipt is not None:
            return receipt
    raise Rejected("table_busy", "Too many others act at this table; nothing was stored.")


async def _appended(
    tables: Tables, live: Live, who: Asker | Clock, command: Command, key: Key | None
) -> Receipt | None:
    """One attempt; None if others were faster and the state has been caught up."""
    at = max(tables.world.now(), live.at)
    judged = judge(Case(live.table, live.state, live.seed, who, at), command)
    told = _told(live, judged, at)
    commit = _commit(tables, live, who, command, key, judged, told, at)
    match await tables.log.append(commit):
        case Appended(last=last):
            live.advance(last, commit.next_head, at, judged.state)
            return Receipt(last, commit.next_head, told)
        case Duplicate() as duplicate:
            return await _repeated(tables, live, duplicate)
        case Conflict(entries=entries):
            live.catch_up(entries)  # unless a command of this process has been faster
            if live.version == commit.expected:
                await tables.refresh(live)
            if live.version == commit.expected:
                raise OutcomeUnknown("the history does not continue from what is known here")
            return None
        case Late():
            raise Rejected("too_late", "The time for this decision is up.")
        case Early():
            raise Rejected("not_due", "Nobody is late here.")
        case KeyReused():
            raise _key_reused()
        case unknown:
            assert_never(unknown)


def _told(live: Live, judged: Judged, at: int) -> tuple[Told, ...]:
    when = rfc3339(at)
    happened = (
        Happened(version, when, judged.seat, event)
        for version, event in enumerate(judged.events, live.version + 1)
    )
    return tuple(Told(encode(each), each) for each in happened)


def _commit(
    tables: Tables,
    live: Live,
    who: Asker | Clock,
    command: Command,
    key: Key | None,
    judged: Judged,
    told: tuple[Told, ...],
    at: int,
) -> Commit:
    events = tuple(each.raw for each in told)
    by = who.player if isinstance(who, Asker) else "clock"
    record = Record(rfc3339(at), by, command, key.text if key else None, judged.seat)
    not_before, not_after = _window(live, command)
    return Commit(
        table=live.table,
        expected=live.version,
        head=live.head,
        events=events,
        next_head=extend(live.head, live.seed, live.version + 1, events),
        id=tables.world.fresh(16),
        record=canon(record),
        key=_key_digest(who, key),
        digest=_digest(key.body) if key else b"",
        not_before=not_before,
        not_after=not_after,
        due=due(judged.state, at),
        seed=live.seed if live.version == 0 else None,
    )


def _window(live: Live, command: Command) -> tuple[int | None, int | None]:
    """Nobody is late and the clock is never early, by the clock of the store."""
    state = live.state
    if isinstance(command, CallTime):
        return _ripe(live), None
    if isinstance(command, TableCommand) or not isinstance(state, Running) or not state.question:
        return None, None
    return None, millis(state.question.deadline) if state.question.deadline else None


def _ripe(live: Live) -> int | None:
    match live.state:
        case Open(setup=setup):
            return millis(setup.expires)
        case Running() as running:
            return due(running, at=0)
        case _:
            return None


async def _recalled(
    tables: Tables, live: Live, who: Asker | Clock, key: Key | None
) -> Receipt | None:
    digest = _key_digest(who, key)
    if key is None or digest is None:
        return None
    match await tables.log.recall(live.table, digest, _digest(key.body)):
        case Duplicate() as duplicate:
            return await _repeated(tables, live, duplicate)
        case KeyReused():
            raise _key_reused()
        case _:
            return None


async def _repeated(tables: Tables, live: Live, duplicate: Duplicate) -> Receipt:
    """The same answer again, from what was stored then."""
    count = duplicate.last - duplicate.first + 1
    entries = await tables.log.read(live.table, after=duplicate.first - 1, limit=count)
    told = tuple(Told(entry.event, decode(entry.event)) for entry in entries)
    return Receipt(duplicate.last, duplicate.head, told)


def _key_digest(who: Asker | Clock, key: Key | None) -> bytes | None:
    if key is None or isinstance(who, Clock):
        return None
    return _digest(f"{who.player}:{key.text}".encode())


def _digest(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()[:16]


def _key_reused() -> Rejected:
    return Rejected("idempotency_key_reused", "This key was used with another body.")
