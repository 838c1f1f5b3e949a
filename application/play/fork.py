"""Forks: new tables that begin with the history of a closed table up to a version."""

from collections.abc import Sequence
from itertools import accumulate

from application.lib.slices import Pause, fold_in_slices, let_others_run
from application.play.ancestors import FORKED
from application.ports.event_log import Appended, Duplicate
from application.refusals.reasons import (
    BotsDoNotFit,
    ForkAfterEnd,
    ForkBeforeDeal,
    ForkedTooOften,
    ForkInsideCommand,
    ForkOfFormat,
    ForkOfSandbox,
    ForkOfUnfinished,
    ForkTooLarge,
)
from application.table_cache import TableCache
from application.world import new_id
from domain.audit.decoded_history import MOST_FORKS
from domain.fairness.chain import FORMAT_3, SEED_BYTES, canon, commitment
from domain.judging.actors import ByPlayer
from domain.judging.codec import RecordedEvent, decoded, encode
from domain.judging.commit import Commit, Record
from domain.judging.decision_clock import next_timer_check
from domain.judging.fold import fold
from domain.judging.live_table import LiveTable
from domain.judging.logged import encode_log, entry_of
from domain.judging.rows.notices import consequences
from domain.judging.rows.row import fold_row
from domain.judging.stored import Entry, entries_of_commit
from domain.kernel.ids import TableId, rfc3339
from domain.kernel.messages import Refusal
from domain.kernel.refusals import Rejected
from domain.table.commands import ForkOf, ForkTable
from domain.table.decide.seating import fit_seats
from domain.table.end_events import TableForked
from domain.table.state import Closed, Running

MOST_COPIED = 8_000_000  # bytes; all events of a fork are stored in one step


async def fork(
    tables: TableCache, actor: ByPlayer, command: ForkTable, pause: Pause = let_others_run
) -> LiveTable:
    """Store the new table in one step and return it; bots take the seats that the command names."""
    await require_fork_point(tables, command)
    parent, entries = await _fork_point(tables, command.table, command.version, pause)
    assert isinstance(parent.state, Running)
    if not fit_seats(command.bots, len(parent.state.sitters)):
        raise Rejected(BotsDoNotFit(), field="seat")
    world, at = tables.world, max(tables.world.now(), parent.at)
    live = LiveTable(new_id(world), world.fresh(SEED_BYTES))
    forked = _forked(live, parent, actor, command)
    recorded = RecordedEvent(command.version + 1, rfc3339(at), None, forked)
    copied = (event for entry in entries for event in entry.events)
    events = (*copied, encode(recorded))
    record = canon(Record(rfc3339(at), actor.player, command, 1, len(events), None))
    after = consequences(parent.row, [recorded], at, opens=True)
    state, head = fold(parent.state, [forked]), await _head_after(live, events, record, pause)
    commit = Commit(
        table=live.table,
        expected=0,
        head=live.head,
        events=events,
        next_head=head,
        id=world.fresh(16),
        record=record,
        due=next_timer_check(state, at),
        seed=live.seed,
        log=encode_log([entry_of(live.table, forked, len(events), head)]),
        lasting=after.lasting,
        moving=after.moving,
        notes=after.notes,
    )
    live.advance(len(events), head, at, state, after.row)
    stored = await tables.log.append(commit)
    assert isinstance(stored, Appended | Duplicate)  # nothing else can be stored under a fresh id
    kept = tables.keep(live)
    tables.bots.wake(kept)
    return kept


async def _head_after(
    live: LiveTable, events: Sequence[bytes], record: bytes, pause: Pause
) -> bytes:
    head = live.head
    for entry in entries_of_commit(1, events, record):
        head = entry.next_head(head, live.seed)
        await pause()
    return head


def _forked(live: LiveTable, parent: LiveTable, actor: ByPlayer, command: ForkTable) -> TableForked:
    return TableForked(
        table=live.table,
        of=ForkOf(command.table, command.version, parent.head.hex(), parent.seed.hex()),
        player=actor.player,
        commitment=commitment(live.table, live.seed),
        bots=command.bots,
    )


async def require_fork_point(tables: TableCache, command: ForkTable) -> None:
    """Reject a fork of a table that is not finished, or that is not so long."""
    parent = await tables.fresh(command.table)
    if not isinstance(parent.state, Closed):
        raise _cannot_fork(ForkOfUnfinished())
    if parent.state.setup.sandbox is not None:
        raise _cannot_fork(ForkOfSandbox())
    last = parent.version - 1
    if command.version > last:
        raise _cannot_fork(ForkAfterEnd(command.version, last))


async def _fork_point(
    tables: TableCache, table: TableId, version: int, pause: Pause
) -> tuple[LiveTable, tuple[Entry, ...]]:
    """Return the parent and its row as they were at this version, and its entries up to there."""
    parent = await tables.fresh(table)
    entries = tuple(await tables.log.read(table, limit=version))
    if entries[0].format != FORMAT_3:
        raise _cannot_fork(ForkOfFormat(entries[0].format.name))
    if entries[-1].last != version or not entries[-1].head:
        raise _cannot_fork(ForkInsideCommand(version))
    if sum(FORKED in event for entry in entries for event in entry.events) >= MOST_FORKS:
        raise _cannot_fork(ForkedTooOften(MOST_FORKS))
    _require_small(entries)
    earlier = LiveTable(table, parent.seed)
    earlier.catch_up(entries[:1])
    earlier.row = fold_row(None, decoded(entries[:1]))
    await fold_in_slices(earlier, entries[1:], pause)
    if not isinstance(earlier.state, Running) or earlier.state.unrevealed:
        raise _cannot_fork(ForkBeforeDeal(version))
    return earlier, entries


def _require_small(entries: Sequence[Entry]) -> None:
    """Reject more bytes than are stored in one step, and name the last version that can be."""
    sizes = list(accumulate(sum(map(len, entry.events)) for entry in entries))
    if sizes[-1] <= MOST_COPIED:
        return
    fitting = zip(entries, sizes, strict=True)
    ends = (each.last for each, size in fitting if each.head and size <= MOST_COPIED)
    last = max(ends, default=0)
    raise _cannot_fork(ForkTooLarge(entries[-1].last, sizes[-1], MOST_COPIED, last))


def _cannot_fork(why: Refusal) -> Rejected:
    return Rejected(why, field="at")
