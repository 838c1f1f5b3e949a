"""The path of every command: find the table, judge, append at the expected version."""

import asyncio
from contextlib import suppress
from typing import Any, assert_never

from application.attempt import (
    NOBODY,
    Attempt,
    Condition,
    Receipt,
    Sent,
    attempt,
    outages_to_give_back,
    stored,
)
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
    decode_events,
    digest,
    key_digest,
)
from domain.judging.decision_clock import extend_deadline
from domain.judging.live_table import LiveTable
from domain.kernel.ids import TableId
from domain.kernel.messages import Command
from domain.kernel.refusals import Rejected
from domain.table.commands import MoveDeadline, Outage
from domain.table.refusals import NobodyLate
from domain.table.state import Running

ATTEMPTS = 20  # each lost race means that another command was stored


async def handle(
    tables: TableCache,
    table: TableId,
    actor: Actor,
    command: Command | None,
    key: Key | None = None,
    condition: Condition | None = None,
    sent: Sent | None = None,
) -> Receipt:
    """Store the events of the command, or raise Rejected; a repeated key gets its first receipt.

    A bot chooses its command itself: then there is none. `sent` is the first attempt of a command
    that was judged before.
    """
    for _ in range(ATTEMPTS):
        live = await tables.find(table)
        first, sent = sent, None
        judged_at = live.version if first is None else first.judged.commit.expected
        try:
            if first is not None:
                receipt = await _append(tables, live, first.judged, first.reply)
            else:
                if condition is not None:
                    condition(live)
                receipt = await _attempt(tables, live, actor, command, key)
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


async def _attempt(
    tables: TableCache,
    live: LiveTable,
    actor: Actor,
    command: Command | None,
    key: Key | None,
) -> Receipt | None:
    """Make one attempt; None if another command was faster and the state has been caught up."""
    if isinstance(actor, ByPlayer) and (outages := outages_to_give_back(tables, live)):
        await _compensate(tables, live, outages)
        return None
    if live.row is None:
        await tables.fold_row(live)
    return await _append(tables, live, attempt(tables, live, actor, command, key))


async def _append(
    tables: TableCache,
    live: LiveTable,
    judged: Attempt,
    sent: "asyncio.Future[Any] | None" = None,
) -> Receipt | None:
    """Store what was judged, which may be sent already; None as above."""
    with tables.watchers.get(live.table, NOBODY):
        log, commit = tables.log, judged.commit
        reply = await (log.append(commit) if sent is None else log.outcome(commit, sent))
        if isinstance(reply, Appended):
            return stored(tables, live, judged)
    return await _not_appended(tables, live, commit, reply)


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
