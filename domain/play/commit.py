"""What a judgement becomes in the log: canonical events on the chain, beside the command."""

import hashlib
from collections.abc import Iterable
from typing import Any

from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Value
from domain.play.clock import World, millis, rfc3339
from domain.play.codec import Happened, decode, encode
from domain.play.fair import canon, leaf, next_head, salt
from domain.play.judge import Asker, Clock, Judged
from domain.play.log import Commit, Entry
from domain.play.question import due, never_before
from domain.play.tables import Live
from domain.table.commands import CallTime, is_table_command
from domain.table.state import Running


class Key(Value, frozen=True):
    """An idempotency key of the caller, and the body it was sent with."""

    text: str
    body: bytes


class Told(Value, frozen=True):
    """An event together with the canonical bytes it is stored as, and its salt."""

    raw: bytes
    happened: Happened
    salt: bytes


class Record(Value, frozen=True):
    """What is kept beside the events, so that an auditor can judge again."""

    at: str
    by: str  # a player, or "clock"
    command: Any
    key: str | None
    seat: Seat | None


def told(live: Live, judged: Judged, at: int) -> tuple[Told, ...]:
    """The events of a judgement as they will be stored."""
    when = rfc3339(at)
    happened = (
        Happened(version, when, judged.seat, event)
        for version, event in enumerate(judged.events, live.version + 1)
    )
    return tuple(Told(encode(each), each, salt(live.seed, each.version)) for each in happened)


def retold(entries: Iterable[Entry], seed: bytes) -> tuple[Told, ...]:
    """The same from what was stored."""
    return tuple(
        Told(entry.event, decode(entry.event), salt(seed, entry.version)) for entry in entries
    )


def commit_of(
    world: World,
    live: Live,
    who: Asker | Clock,
    command: Command,
    key: Key | None,
    judged: Judged,
    events: tuple[Told, ...],
    at: int,
) -> Commit:
    """All that is stored of one command, in one step."""
    by = who.player if isinstance(who, Asker) else "clock"
    record = Record(events[0].happened.at, by, command, key.text if key else None, judged.seat)
    not_before, not_after = _window(live, command)
    return Commit(
        table=live.table,
        expected=live.version,
        head=live.head,
        events=tuple(each.raw for each in events),
        next_head=_extended(live.head, events),
        id=world.fresh(16),
        record=canon(record),
        key=key_digest(who, key),
        digest=digest(key.body) if key else b"",
        not_before=not_before,
        not_after=not_after,
        due=due(judged.state, at, judged.seat),
        seed=live.seed if live.version == 0 else None,
    )


def _extended(head: bytes, events: Iterable[Told]) -> bytes:
    for each in events:
        head = next_head(head, leaf(each.salt, each.raw))
    return head


def _window(live: Live, command: Command) -> tuple[int | None, int | None]:
    """Nobody is late and the clock is never early, by the clock of the store."""
    state = live.state
    if isinstance(command, CallTime):
        return never_before(state), None
    if is_table_command(command) or not isinstance(state, Running) or not state.question:
        return None, None
    return None, millis(state.question.deadline) if state.question.deadline else None


def key_digest(who: Asker | Clock, key: Key | None) -> bytes | None:
    if key is None or isinstance(who, Clock):
        return None
    return digest(f"{who.player}:{key.text}".encode())


def digest(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()[:16]
