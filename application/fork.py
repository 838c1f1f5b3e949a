"""A what-if: the history of a closed table up to a version, under a new id and with new luck."""

from application.ports.event_log import Appended, Duplicate
from application.table_cache import TableCache, fold_in_slices
from application.world import new_id
from domain.audit.seed_reveal import MOST_FORKS
from domain.fairness.canonical import canon
from domain.fairness.seed import SEED_BYTES, commitment
from domain.judging.codec import RecordedEvent, encode
from domain.judging.commit import Commit, Record
from domain.judging.judge import ByPlayer
from domain.judging.live_table import LiveTable
from domain.judging.stored import Entry
from domain.kernel.ids import TableId
from domain.kernel.moments import rfc3339
from domain.kernel.rejection import Rejected
from domain.table.commands import ForkOf, ForkTable
from domain.table.events import TableForked
from domain.table.state import Closed, Running

LONGEST = 9_999  # events; a fork is stored in one step, and says that it is one

FORKED = f'"type":"{TableForked.type}"'.encode()  # in the bytes of an event


async def fork(tables: TableCache, who: ByPlayer, command: ForkTable) -> LiveTable:
    """The new table, stored all or not at all; every seat of it is the forker's."""
    then, entries = await _parted(tables, command.table, command.version)
    world, at = tables.world, max(tables.world.now(), then.at)
    live = LiveTable(new_id(world), world.fresh(SEED_BYTES))
    forked = TableForked(
        table=live.table,
        of=ForkOf(command.table, command.version, then.head.hex(), then.seed.hex()),
        player=who.player,
        commitment=commitment(live.table, live.seed),
    )
    last = encode(RecordedEvent(command.version + 1, rfc3339(at), None, forked))
    events = (*(entry.event for entry in entries), last)
    nothing = live.head
    await fold_in_slices(live, [Entry(version, raw) for version, raw in enumerate(events, 1)])
    commit = Commit(
        table=live.table,
        expected=0,
        head=nothing,
        events=events,
        next_head=live.head,
        id=world.fresh(16),
        record=canon(Record(rfc3339(at), who.player, command, None, None)),
        seed=live.seed,
    )
    stored = await tables.log.append(commit)
    assert isinstance(stored, Appended | Duplicate)  # nothing else stands under a fresh id
    return tables.keep(live)


async def _parted(
    tables: TableCache, table: TableId, version: int
) -> tuple[LiveTable, tuple[Entry, ...]]:
    """The table as it stood where the ways part, and what had happened by then."""
    parent = await tables.fresh(table)
    if not isinstance(parent.state, Closed):
        raise _refused("Only a finished table can be forked.")
    if version >= parent.version or version > LONGEST:
        last = min(parent.version - 1, LONGEST)
        raise _refused(f"This table can be forked up to version {last}.")
    entries = tuple(await tables.log.read(table, limit=version + 1))
    if entries[version].record is None:
        raise _refused(f"Version {version} lies amidst what one command caused.")
    if sum(FORKED in entry.event for entry in entries[:version]) >= MOST_FORKS:
        raise _refused(f"This is a fork of a fork, {MOST_FORKS} times over.")
    then = LiveTable(table, parent.seed)
    await fold_in_slices(then, entries[:version])
    if not isinstance(then.state, Running):
        raise _refused(f"At version {version} the play has not begun.")
    return then, entries[:version]


def _refused(why: str) -> Rejected:
    return Rejected("cannot_fork", why, field="at")
