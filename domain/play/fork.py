"""A what-if: the history of a closed table up to a version, under a new id and with new luck."""

from domain.kernel.ids import TableId
from domain.kernel.rejection import Rejected
from domain.play.clock import new_id, rfc3339
from domain.play.codec import Happened, encode
from domain.play.commit import Record
from domain.play.fair import SEED_BYTES, canon, commitment
from domain.play.judge import Asker
from domain.play.log import Appended, Commit, Duplicate, Entry
from domain.play.tables import Live, Tables
from domain.table.commands import ForkOf, ForkTable
from domain.table.events import TableForked
from domain.table.state import Closed, Running

MOST_FORKS = 20  # of forks of forks; each costs whoever verifies it the whole chain before it
LONGEST = 9_999  # events; a fork is stored in one step, and says that it is one

FORKED = f'"type":"{TableForked.type}"'.encode()  # in the bytes of an event


async def fork(tables: Tables, who: Asker, command: ForkTable) -> Live:
    """The new table, stored all or not at all; every seat of it is the forker's."""
    then, entries = await _parted(tables, command.table, command.version)
    world, at = tables.world, max(tables.world.now(), then.at)
    live = Live(new_id(world), world.fresh(SEED_BYTES))
    forked = TableForked(
        table=live.table,
        of=ForkOf(command.table, command.version, then.head.hex(), then.seed.hex()),
        player=who.player,
        commitment=commitment(live.table, live.seed),
    )
    last = encode(Happened(command.version + 1, rfc3339(at), None, forked))
    events = (*(entry.event for entry in entries), last)
    nothing = live.head
    await live.follow([Entry(version, raw) for version, raw in enumerate(events, 1)])
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


async def _parted(tables: Tables, table: TableId, version: int) -> tuple[Live, tuple[Entry, ...]]:
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
    then = Live(table, parent.seed)
    await then.follow(entries[:version])
    if not isinstance(then.state, Running):
        raise _refused(f"At version {version} the play has not begun.")
    return then, entries[:version]


def _refused(why: str) -> Rejected:
    return Rejected("cannot_fork", why, field="at")
