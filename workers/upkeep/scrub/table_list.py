"""Checks the list of tables: every table stands in the indexes that its history says."""

from collections.abc import Mapping

from application.ports.table_list import list_position
from domain.kernel.ids import TableId
from projections.table_list.indexes import indexes
from store.archive.archive import Archive
from workers.upkeep.keys.inspection import Inspection
from workers.upkeep.scrub.histories import Histories, SoundTable
from workers.upkeep.scrub.model_keys import Expected, ModelKeys
from workers.upkeep.scrub.report import DamageFound

MODEL = "table_list"


class TableListKeys:
    def __init__(
        self, inspection: Inspection, histories: Histories, archive: Archive | None = None
    ) -> None:
        self._archive = archive
        self._inspection = inspection
        self._histories = histories
        self._keys = ModelKeys(inspection, MODEL)

    async def check(
        self,
        sound: dict[TableId, SoundTable],
        damaged: set[TableId],
        taken: Mapping[TableId, int],
    ) -> list[DamageFound]:
        """Compare the served indexes with the histories; the list may be behind, up to `taken`.

        Damaged tables are left out: nothing is known about them.
        """
        contents = await self._inspection.read_model(MODEL)
        found = self._keys.generations(contents)
        expected: dict[TableId, Expected] = {}
        for table, place in contents.places.items():
            if table not in damaged:
                one = await self._expected(table, place, sound, taken.get(table, 0))
                if one is not None:
                    expected[table] = one
        if self._archive is not None:
            await self._archive.refresh()
        for table in taken.keys() - contents.places.keys() - damaged:
            if table in sound and not self._is_archived(table):
                why = f"The table {table} is not listed."
                found.append(self._keys.finding(contents, "places", why))
        return found + self._keys.arrangement(contents, expected, damaged)

    def _is_archived(self, table: TableId) -> bool:
        return self._archive is not None and self._archive.indexed(table) is not None

    async def _expected(
        self, table: TableId, place: bytes, sound: dict[TableId, SoundTable], taken: int
    ) -> Expected | None:
        """Return where a table should stand; None if there is no such table."""
        version, *names = place.decode("utf-8", "replace").split(" ")
        if table not in sound or tuple(names) != indexes(sound[table].row):
            again = await self._histories.reload(table)  # it may have gone on since, or be new
            if again is None:
                return None
            sound[table] = again
        row = sound[table].row
        is_right = version.isdigit() and int(version) <= row.version
        if is_right and tuple(names) != indexes(row):
            is_right = await self._was_right(table, tuple(names), int(version), taken)
        listed = tuple(names) if is_right else indexes(row)
        return Expected(lambda _: is_right, listed, list_position(row.opened_at, row.id))

    async def _was_right(
        self, table: TableId, names: tuple[str, ...], version: int, taken: int
    ) -> bool:
        """Return whether these are the indexes at the version of the place, and at a later `taken`.

        The place may be newer than what was taken when the feed was read.
        """
        rows = [
            await self._histories.row_at(table, each) for each in {version, max(version, taken)}
        ]
        return all(row is not None and indexes(row) == names for row in rows)
