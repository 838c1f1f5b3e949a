"""Checks every key in the store: histories by the rules, the rest against the histories."""

import re
from collections.abc import Callable, Sequence
from functools import partial

from application.ports.event_log import EventLog
from application.ports.feeds import LEADERBOARD, TABLE_LIST
from application.table_cache import TableCache
from domain.audit.finding import Flaw
from domain.games import UNKNOWN_RULES
from domain.kernel.ids import TableId
from store import keyspace
from store.archive.archive import Archive
from workers.upkeep.keys.derived_keys import DerivedKeys
from workers.upkeep.keys.found import KeyFault
from workers.upkeep.keys.inspection import Inspection
from workers.upkeep.scrub.archive import ArchiveKeys
from workers.upkeep.scrub.feeds import Feed, Feeds, lost_tables, taken_until
from workers.upkeep.scrub.histories import AT_ONCE, Ahead, Histories, SoundTable, batches
from workers.upkeep.scrub.leaderboard import LeaderboardKeys
from workers.upkeep.scrub.recheck import lasting
from workers.upkeep.scrub.registry import Registry
from workers.upkeep.scrub.report import (
    HISTORY,
    REPAIR,
    RESTORE,
    UNKNOWN,
    Damaged,
    DamagedKey,
    DamageFound,
    ScrubReport,
)
from workers.upkeep.scrub.table_keys import TableKeys
from workers.upkeep.scrub.table_list import TableListKeys

OnTable = Callable[[TableId], object]  # called after each table
PART_OF_HISTORY = re.compile(r"table|event|meta|seed|histor|[a-z2-7]{26}")
CheckAhead = Callable[[Sequence[TableId]], Ahead]


class Scrub:
    """One run over the store; `findings` are what it has found in keys."""

    def __init__(
        self,
        log: EventLog,
        inspection: Inspection,
        tables: TableCache,
        quick: bool = False,
        archive: Archive | None = None,
        ahead: CheckAhead | None = None,
    ) -> None:
        """`ahead` begins to check the histories in other processes."""
        self._begin = ahead
        self._inspection = inspection
        self._archive = archive
        self._histories = Histories(log, quick)
        self._registry = Registry(inspection, self._histories)
        self._feeds = Feeds(inspection, self._histories)
        self._keys = TableKeys(inspection, self._histories, tables)
        self._table_list = TableListKeys(inspection, self._histories, archive)
        self._leaderboard = LeaderboardKeys(inspection, self._histories, archive)
        self._sound: dict[TableId, SoundTable] = {}
        self._flaws: dict[TableId, Flaw] = {}
        self._listed: dict[TableId, int] = {}  # the versions that the projectors have taken
        self._ranked: dict[TableId, int] = {}
        self.findings: list[DamageFound] = []

    async def run(self, on_table: OnTable) -> ScrubReport:
        """Check everything. Keys of the wrong type are reported alone: the rest needs them."""
        faults = [_finding(fault) async for fault in self._inspection.faults()]
        self.findings = faults
        if not any(each.remedy for each in faults):
            await self._check_all(on_table)
        found = [Damaged(table, flaw) for table, flaw in self._flaws.items()]
        not_judged = tuple(each for each in found if each.flaw.check == UNKNOWN_RULES)
        damaged = tuple(each for each in found if each not in not_judged)
        keys = tuple(dict.fromkeys(each.damage for each in self.findings))
        tables = len(self._sound) + len(self._flaws)
        events = self._histories.events
        return ScrubReport(tables, events, damaged, keys, not_judged=not_judged)

    async def _check_all(self, on_table: OnTable) -> None:
        tables = await self._inspection.tables()
        live = {table for found in tables.values() for table in found}
        if self._begin is not None:
            in_order = [table for found in tables.values() for table in sorted(found)]
            self._histories.use(self._begin(in_order))
        archived = await self._check_archive(live, on_table)
        for partition, found in tables.items():
            await self._check_partition(partition, found, archived, on_table)
        damaged = set(self._flaws)
        self.findings += await lasting(
            lambda: self._table_list.check(self._sound, damaged, self._listed)
        )
        self.findings += await lasting(
            lambda: self._leaderboard.check_order(self._sound, damaged, self._ranked)
        )
        self.findings += await lasting(lambda: self._leaderboard.check_boards(self._sound))

    async def _check_archive(self, live: set[TableId], on_table: OnTable) -> set[TableId]:
        """Check the archive; return the tables that are only there."""
        if self._archive is None:
            return set()
        found = await ArchiveKeys(self._archive, self._histories).check(live, on_table)
        self.findings += found.findings
        self._flaws |= found.flaws
        self._sound |= found.sound
        return found.sound.keys() | found.flaws.keys()

    async def _check_partition(
        self, partition: int, tables: set[TableId], archived: set[TableId], on_table: OnTable
    ) -> None:
        sound: dict[TableId, SoundTable] = {}
        async for table, checked in self._histories.check_all(sorted(tables)):
            if isinstance(checked, Flaw):
                self._flaws[table] = checked
            else:
                sound[table] = checked
            on_table(table)
        for some in batches([*sound], AT_ONCE):
            await self._check_keys(partition, {table: sound[table] for table in some})
        self.findings += await lasting(lambda: self._registry.check(partition, tables))
        feed = await self._feeds.read(partition)
        lost = sorted(lost_tables(feed, tables | archived, sound))
        async for table, checked in self._histories.check_all(lost):
            if isinstance(checked, Flaw):
                self._flaws[table] = checked
        kept = {t: self._sound[t] for t in feed.tables & archived if t in self._sound}
        await self._check_feed(partition, feed, sound | kept)
        deadlines = keyspace.deadlines(partition)
        known = sound.keys() | self._flaws.keys()
        self.findings += await lasting(lambda: self._keys.strangers(partition, deadlines, known))
        self._sound |= sound

    async def _check_keys(self, partition: int, tables: dict[TableId, SoundTable]) -> None:
        """Check what belongs to tables, one by one where it is not what their history says."""
        for table in [table for table, sound in tables.items() if sound.row_differs]:
            self.findings += await lasting(partial(self._keys.row, table))
        records, deadlines = await self._keys.differing(tables)
        for table in records:
            key, sound = keyspace.idempotency(table), tables[table]
            self.findings += await lasting(partial(self._keys.idempotency, table, key, sound))
        for table in deadlines:
            key, sound = keyspace.deadlines(partition), tables[table]
            check = partial(self._keys.deadline, partition, table, key, sound)
            self.findings += await lasting(check)

    async def _check_feed(
        self, partition: int, feed: Feed, sound: dict[TableId, SoundTable]
    ) -> None:
        damaged, read = set(self._flaws), [feed]

        async def check() -> list[DamageFound]:
            current = read.pop() if read else await self._feeds.read(partition)
            return await self._feeds.check(partition, current, sound, damaged)

        self.findings += await lasting(check)
        self._listed |= taken_until(feed, TABLE_LIST, sound)
        self._ranked |= taken_until(feed, LEADERBOARD, sound)


def looks_like_history(key: str) -> bool:
    """Return whether a key of an unknown kind may hold what is stored nowhere else."""
    return PART_OF_HISTORY.search(key) is not None


def _finding(fault: KeyFault) -> DamageFound:
    if fault.kind == "unknown":
        action = HISTORY if looks_like_history(fault.key) else UNKNOWN
        return DamageFound(DamagedKey(fault.key, fault.kind, fault.why, action), None)
    action = RESTORE if fault.is_source else REPAIR
    damage = DamagedKey(fault.key, fault.kind, fault.why, action, fault.table)
    return DamageFound(
        damage, None if fault.is_source else partial(DerivedKeys.delete, key=fault.key)
    )
