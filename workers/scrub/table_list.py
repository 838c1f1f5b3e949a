"""Checks the list of tables: every row is the fold of its history, and can be found."""

from collections.abc import Mapping

from application.ports.archive import ArchiveReader
from application.ports.inspection import Inspection, ModelContents
from application.ports.table_list import list_position
from domain.judging.row import Row
from domain.kernel.ids import TableId
from projections.table_list.indexes import indexes
from projections.table_list.query import decode_row, encode_row
from workers.scrub.histories import Histories, SoundTable
from workers.scrub.model_keys import Expected, ModelKeys
from workers.scrub.report import Finding

MODEL = "table_list"


class TableListKeys:
    def __init__(
        self, inspection: Inspection, histories: Histories, archive: ArchiveReader | None = None
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
    ) -> list[Finding]:
        """Compare the served rows with the histories; the projector may be behind, up to `taken`.

        Rows of damaged tables are left out: nothing is known about them.
        """
        contents = await self._inspection.read_model(MODEL)
        found = self._keys.generations(contents)
        await self._refresh(contents, sound, damaged)
        rows: dict[TableId, Row] = {}
        for table, body in contents.rows.items():
            row = None if table in damaged else await self._right(table, body, sound)
            if row is not None and row.version >= taken.get(table, 0):
                rows[table] = row
            elif table not in damaged:
                found.append(self._keys.finding(contents, "rows", f"The row of {table} is wrong."))
        if self._archive is not None:
            await self._archive.refresh()
        for table in taken.keys() - contents.rows.keys() - damaged:
            if table in sound and not self._is_archived(table):
                found.append(self._keys.finding(contents, "rows", f"There is no row of {table}."))
        expected = {table: _expected(row, sound[table]) for table, row in rows.items()}
        found += self._keys.arrangement(contents, expected, damaged)
        archived = await self._inspection.archived_versions()
        return found + self._position(contents, rows, archived)

    def _is_archived(self, table: TableId) -> bool:
        return self._archive is not None and self._archive.indexed(table) is not None

    async def _refresh(
        self, contents: ModelContents, sound: dict[TableId, SoundTable], damaged: set[TableId]
    ) -> None:
        """Read the histories again that have gone on since, and those of new tables."""
        for table, body in contents.rows.items():
            if table in damaged or (table in sound and encode_row(sound[table].row) == body):
                continue
            again = await self._histories.reload(table)
            if again is not None:
                sound[table] = again

    async def _right(
        self, table: TableId, body: bytes, sound: Mapping[TableId, SoundTable]
    ) -> Row | None:
        """Return the row if it is what the history says at the version of the row."""
        if table not in sound:
            return None
        if body == encode_row(sound[table].row):
            return sound[table].row
        row = decode_row(body)
        then = row and await self._histories.row_at(table, row.version)
        return then if then is not None and encode_row(then) == body else None

    def _position(
        self, contents: ModelContents, rows: Mapping[TableId, Row], archived: int
    ) -> list[Finding]:
        if len(rows) != len(contents.rows):  # wrong rows are reported already
            return []
        counted = sum(row.version for row in rows.values()) + archived
        before, after = contents.before or "0", contents.after or "0"
        if before.isdigit() and after.isdigit() and int(before) <= counted <= int(after):
            return []
        return [self._keys.finding(contents, "position", "It is not the sum of all versions.")]


def _expected(row: Row, sound: SoundTable) -> Expected:
    names = indexes(row)

    def is_place(place: str) -> bool:
        """The row may have been replaced by one of a later version meanwhile."""
        version, *listed = place.split(" ")
        return version.isdigit() and (
            (row.version == int(version) and tuple(listed) == names)
            or row.version < int(version) <= sound.version
        )

    return Expected(is_place, names, list_position(row.opened_at, row.id))
