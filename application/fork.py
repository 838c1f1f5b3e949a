"""Forks: new tables that begin with the history of a closed table up to a version."""

from collections.abc import Sequence
from itertools import accumulate

from msgspec.structs import replace

from application.ancestors import FORKED
from application.ports.event_log import Appended, Duplicate
from application.refusals.reasons import (
    BotsDoNotFit,
    ForkAfterEnd,
    ForkBeforeDeal,
    ForkedTooOften,
    ForkInsideCommand,
    ForkOfSandbox,
    ForkOfUnfinished,
    ForkTooLarge,
)
from application.slices import Pause, fold_in_slices, let_others_run
from application.table_cache import TableCache
from application.world import new_id
from domain.audit.seed_reveal import MOST_FORKS
from domain.fairness.canonical import canon
from domain.fairness.seed import SEED_BYTES, commitment
from domain.judging.actors import ByPlayer
from domain.judging.codec import RecordedEvent, decoded, encode
from domain.judging.commit import Commit, Record
from domain.judging.live_table import LiveTable
from domain.judging.logged import encode_log, entry_of
from domain.judging.rows.notices import consequences
from domain.judging.rows.row import fold_row
from domain.judging.stored import Entry
from domain.judging.timer_action import next_timer_check
from domain.kernel.ids import TableId
from domain.kernel.messages import Refusal
from domain.kernel.moments import millis, rfc3339
from domain.kernel.rejection import Rejected
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
    forked = TableForked(
        table=live.table,
        of=ForkOf(command.table, command.version, parent.head.hex(), parent.seed.hex()),
        player=actor.player,
        commitment=commitment(live.table, live.seed),
        bots=command.bots,
    )
    recorded = RecordedEvent(command.version + 1, rfc3339(at), None, forked)
    last = encode(recorded)
    events = (*(entry.event for entry in entries), last)
    record = canon(Record(rfc3339(at), actor.player, command, 1, len(events), None))
    commit = await _folded_commit(live, recorded, events, record, pause)
    commit = replace(commit, id=world.fresh(16), due=next_timer_check(live.state, at))
    stored = await tables.log.append(commit)
    assert isinstance(stored, Appended | Duplicate)  # nothing else can be stored under a fresh id
    kept = tables.keep(live)
    tables.wake_bots(kept)
    return kept


async def _folded_commit(
    live: LiveTable,
    forked: RecordedEvent,
    events: tuple[bytes, ...],
    record: bytes,
    pause: Pause,
) -> Commit:
    """Fold all events into the new table, and return them as one commit; `forked` is the last."""
    first_head, copied = live.head, _in_one_commit(events, record)
    live.row = fold_row(None, decoded(copied[:1]))
    await fold_in_slices(live, copied[:-1], pause)
    after = consequences(live.row, [forked], millis(forked.at), opens=True)
    live.catch_up(copied[-1:])
    return Commit(
        table=live.table,
        expected=0,
        head=first_head,
        events=events,
        next_head=live.head,
        id=b"",
        record=record,
        seed=live.seed,
        log=encode_log([entry_of(live.table, forked, live.head)]),
        lasting=after.lasting,
        moving=after.moving,
        notes=after.notes,
    )


def _in_one_commit(events: tuple[bytes, ...], record: bytes) -> list[Entry]:
    first, *others = (Entry(version, raw) for version, raw in enumerate(events, 1))
    return [replace(first, record=record), *others]


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
    """Return the parent as it was at this version, and its entries up to there."""
    parent = await tables.fresh(table)
    entries = tuple(await tables.log.read(table, limit=version + 1))
    if entries[version].record is None:
        raise _cannot_fork(ForkInsideCommand(version))
    if sum(FORKED in entry.event for entry in entries[:version]) >= MOST_FORKS:
        raise _cannot_fork(ForkedTooOften(MOST_FORKS))
    _require_small(entries[:version])
    earlier = LiveTable(table, parent.seed)
    await fold_in_slices(earlier, entries[:version], pause)
    if not isinstance(earlier.state, Running) or earlier.state.unrevealed:
        raise _cannot_fork(ForkBeforeDeal(version))
    return earlier, entries[:version]


def _require_small(entries: Sequence[Entry]) -> None:
    """Reject more bytes than are stored in one step, and name the last version that can be."""
    sizes = list(accumulate(len(entry.event) for entry in entries))
    if sizes[-1] <= MOST_COPIED:
        return
    ends = (entry.version - 1 for entry in entries if entry.record is not None)
    last = max((end for end in ends if end and sizes[end - 1] <= MOST_COPIED), default=0)
    raise _cannot_fork(ForkTooLarge(len(entries), sizes[-1], MOST_COPIED, last))


def _cannot_fork(why: Refusal) -> Rejected:
    return Rejected(why, field="at")
