"""Checks the archive: every byte of every segment, its histories, tombstones and the index."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec import MsgspecError
from msgspec.structs import replace

from application.ports.archive import Archived
from domain.audit.finding import Flaw
from domain.kernel.ids import TableId
from projections.table_list.query import archived_row
from store.archive.archive import Archive
from workers.upkeep.scrub.histories import Histories, SoundTable, decoded_result
from workers.upkeep.scrub.report import REPAIR, DamagedKey, DamageFound, PutTombstones, Rebuild

RESTORE_SEGMENT = "Restore the segment from a backup; scrub never changes one."
OnTable = Callable[[TableId], object]


class CheckedArchive(NamedTuple):
    """What the archive holds: sound tables that are no longer in the store, and their places."""

    sound: dict[TableId, SoundTable]
    places: dict[TableId, int]
    flaws: dict[TableId, Flaw]
    findings: list[DamageFound]


class ArchiveKeys:
    def __init__(self, archive: Archive, histories: Histories) -> None:
        self._archive = archive
        self._histories = histories

    async def check(self, live: set[TableId], on_table: OnTable) -> CheckedArchive:
        """Check everything; tables that are still in the store are checked there."""
        found = CheckedArchive({}, {}, {}, [])
        tombstones = await self._archive.tombstones()
        archived: dict[TableId, Archived] = {}
        numbers: dict[TableId, set[int]] = {}
        async for segment in self._archive.segments():
            if segment.why is not None:
                damage = DamagedKey(segment.name, "segment", segment.why, RESTORE_SEGMENT)
                found.findings.append(DamageFound(damage, None))
            for each in segment.tables:
                archived.setdefault(each.table, each)
                numbers.setdefault(each.table, set()).add(segment.number)
        for table, each in archived.items():
            if each.place is not None:
                found.places[table] = each.place
            if table not in live:
                await self._check_table(each, found)
                on_table(table)
        self._check_tombstones(tombstones, numbers, live, found)
        for table in tombstones.keys() - archived.keys():
            why = "It was archived, but no sound segment has it."
            found.flaws[table] = Flaw("chain", 0, why, "history")
        if not any(each.damage.kind == "segment" for each in found.findings):
            await self._check_index(archived, found)  # else nothing is known about some tables
        return found

    def _check_tombstones(
        self,
        tombstones: dict[TableId, int],
        numbers: dict[TableId, set[int]],
        live: set[TableId],
        found: CheckedArchive,
    ) -> None:
        """Check that a table that has left the store is named with a segment that has it."""
        wrong = {
            table: min(segments)
            for table, segments in numbers.items()
            if table not in live and tombstones.get(table, 0) not in segments
        }
        if wrong:
            why = f"{len(wrong)} tables have no tombstone, or one with another segment."
            damage = DamagedKey("{pNN}:gone", "archived tables", why, REPAIR)
            found.findings.append(DamageFound(damage, PutTombstones(wrong)))

    async def _check_table(self, archived: Archived, found: CheckedArchive) -> None:
        checked = await self._histories.check(archived.table)
        if isinstance(checked, Flaw):
            found.flaws[archived.table] = checked
            return
        try:
            kept = decoded_result(archived.result)
            same = kept == checked.result or checked.is_earlier  # it counts as it did then
        except MsgspecError:
            kept, same = None, False
        if same and archived_row(checked.row) == archived.row:
            found.sound[archived.table] = replace(checked, result=kept)
        else:
            why = "Its row or result in the archive does not follow from its history."
            found.flaws[archived.table] = Flaw("chain", 0, why, "history")

    async def _check_index(self, archived: dict[TableId, Archived], found: CheckedArchive) -> None:
        await self._archive.refresh()
        wrong = [each for each in archived.values() if self._archive.indexed(each.table) != each]
        unknown = self._archive.indexed_tables() - archived.keys()
        if wrong or unknown:
            why = f"{len(wrong)} tables are missing or wrong, {len(unknown)} are in no segment."
            damage = DamagedKey("archive index", "archive index", why, REPAIR)
            found.findings.append(DamageFound(damage, Rebuild("archive")))
