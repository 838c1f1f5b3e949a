"""The path of every command: find the table, judge, append at the expected version."""

import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import NamedTuple, TypeAlias, assert_never

from msgspec.structs import replace

from application.ports.event_log import (
    Appended,
    Conflict,
    Duplicate,
    Early,
    KeyReused,
    Late,
    NotAppended,
)
from application.refusals.reasons import KeyWasReused, TableBusy, TooLate
from application.table_cache import TableCache
from domain.judging.actors import Actor, ByClock, ByPlayer
from domain.judging.commit import (
    Commit,
    Key,
    SaltedEvent,
    commit_of,
    decode_events,
    digest,
    encode_events,
    encode_record,
    key_digest,
)
from domain.judging.decision_clock import extend_deadline
from domain.judging.judge import judge
from domain.judging.judgement import Context
from domain.judging.live_table import LiveTable
from domain.judging.rows.notices import consequences
from domain.judging.rows.row import Row
from domain.kernel.ids import TableId
from domain.kernel.messages import Command, Value
from domain.kernel.rejection import Rejected
from domain.table.commands import MoveDeadline, Outage
from domain.table.refusals import NobodyLate
from domain.table.state import Running, Table, sandbox_of

NOBODY = nullcontext()  # watches a table
ATTEMPTS = 20  # each lost race means that another command was stored

Condition: TypeAlias = Callable[[LiveTable], None]  # raises Rejected if the caller's If-Match fails


class Receipt(Value, frozen=True):
    """What a command caused: its events, and the chain head after the last of them."""

    version: int
    head: bytes
    events: tuple[SaltedEvent, ...]


class Attempt(NamedTuple):
    """A judged command before it is stored."""

    commit: Commit
    events: tuple[SaltedEvent, ...]
    state: Table
    at: int
    row: Row


async def handle(
    tables: TableCache,
    table: TableId,
    actor: Actor,
    command: Command | None,
    key: Key | None = None,
    condition: Condition | None = None,
) -> Receipt:
    """Store the events of the command, or raise Rejected; a repeated key gets its first receipt.

    A bot chooses its command itself: then there is none.
    """
    for _ in range(ATTEMPTS):
        live = await tables.find(table)
        judged_at = live.version
        try:
            if condition is not None:
                condition(live)
            receipt = await _append(tables, live, actor, command, key)
        except Rejected as refusal:
            # Reject only on the newest state, and never what was already stored under this key.
            await tables.refresh(live)
            if live.version > judged_at or not tables.holds(live):
                continue
            first_receipt = await receipt_of_key(tables, live, actor, key)
            if first_receipt is None:
                # A hidden table is rejected like one that does not exist: without a version.
                refusal.version = live.version if refusal.code != "no_such_table" else None
                raise
            return first_receipt
        if receipt is not None:
            return receipt
    raise Rejected(TableBusy())


async def _append(
    tables: TableCache,
    live: LiveTable,
    actor: Actor,
    command: Command | None,
    key: Key | None,
) -> Receipt | None:
    """Make one attempt; None if another command was faster and the state has been caught up."""
    if isinstance(actor, ByPlayer) and await _give_back_known_outages(tables, live):
        return None
    if live.row is None:
        await tables.fold_row(live)
    judged = attempt(tables, live, actor, command, key)
    with tables.watchers.get(live.table, NOBODY):
        reply = await tables.log.append(judged.commit)
        if isinstance(reply, Appended):
            receipt = advance(live, judged)
            tables.past.advanced(live, judged.commit.expected)
            if (watcher := tables.watchers.get(live.table)) is not None:
                watcher.stored(live, receipt.events)
            if isinstance(live.state, Running) and live.state.bots:
                tables.wake_bots(live)
            return receipt
    return await _not_appended(tables, live, judged.commit, reply)


async def _not_appended(
    tables: TableCache, live: LiveTable, commit: Commit, reply: NotAppended
) -> Receipt | None:
    """Return the receipt of a commit that was stored before; catch up, or raise Rejected."""
    match reply:
        case Duplicate() as duplicate:
            await tables.refresh(live)  # it was stored before, but the reply was lost
            return await _stored_receipt(tables, live, duplicate)
        case Conflict(entries=entries):
            live.catch_up(entries)  # or another command of this process has done so already
            if live.version == commit.expected:
                await tables.refresh(live)
            if live.version == commit.expected:
                tables.forget(live)  # the store was reset to an earlier state
            return None
        case Late():
            if await _compensate_outage(tables, live):
                return None
            raise Rejected(TooLate())
        case Early():
            raise Rejected(NobodyLate())
        case KeyReused():
            raise _key_reused()
        case unknown:
            assert_never(unknown)


def attempt(
    tables: TableCache, live: LiveTable, actor: Actor, command: Command | None, key: Key | None
) -> Attempt:
    """Judge a command now; raises Rejected."""
    now = tables.world.now()
    at = live.time_of(command, now)
    began = time.thread_time() if command is None else 0.0
    judgement = judge(Context(live.table, live.state, live.seed, actor, at), command)
    if command is None and isinstance(live.state, Running):
        tables.judged_bot(live.state.setup.game, time.thread_time() - began)
    record = encode_record(live, actor, judgement, at)
    events = encode_events(live, judgement, record, at)
    after = consequences(live.row, [each.recorded for each in events], at, not live.version)
    id_ = tables.world.fresh(16)
    commit = commit_of(id_, live, actor, key, judgement, record, events, at, after)
    if commit.due is not None and sandbox_of(judgement.state) is not None:
        commit = replace(commit, due=now)  # what is due by its own clock is due now
    return Attempt(commit, events, judgement.state, at, after.row)


def advance(live: LiveTable, judged: Attempt) -> Receipt:
    """Take over what was stored."""
    head, last = judged.commit.next_head, judged.events[-1].recorded.version
    live.advance(last, head, judged.at, judged.state, judged.row)
    return Receipt(last, head, judged.events)


async def _give_back_known_outages(tables: TableCache, live: LiveTable) -> bool:
    """Give banks the time of outages before an answer spends it; return whether there was any."""
    state = live.state
    if not isinstance(state, Running) or state.banks is None:
        return False
    outages = tables.log.known_outages(live.table)
    return bool(outages) and await _compensate(tables, live, outages)


async def _compensate_outage(tables: TableCache, live: LiveTable) -> bool:
    """Move the deadline if an outage is not compensated yet; return whether it had to be moved."""
    return await _compensate(tables, live, await tables.log.outages(live.table))


async def _compensate(tables: TableCache, live: LiveTable, outages: tuple[Outage, ...]) -> bool:
    if not isinstance(live.state, Running) or extend_deadline(live.state, outages) is None:
        return False
    with suppress(Rejected):  # another process was faster
        await handle(tables, live.table, ByClock(), MoveDeadline(outages))
    return True


async def receipt_of_key(
    tables: TableCache, live: LiveTable, actor: Actor, key: Key | None
) -> Receipt | None:
    """Return the receipt that was given under this key, or None."""
    hashed_key = key_digest(actor, key)
    if key is None or hashed_key is None:
        return None
    match await tables.log.recall(live.table, hashed_key, digest(key.body)):
        case Duplicate() as duplicate:
            return await _stored_receipt(tables, live, duplicate)
        case KeyReused():
            raise _key_reused()
        case _:
            return None


async def _stored_receipt(tables: TableCache, live: LiveTable, duplicate: Duplicate) -> Receipt:
    """Return the receipt of a command that was stored before."""
    count = duplicate.last - duplicate.first + 1
    entries = await tables.log.read(live.table, after=duplicate.first - 1, limit=count)
    return Receipt(duplicate.last, duplicate.head, decode_events(entries, live.seed))


def _key_reused() -> Rejected:
    return Rejected(KeyWasReused())
