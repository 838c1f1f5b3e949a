"""Checks the registry of a partition: it names the tables that have keys in the store."""

from functools import partial

from domain.kernel.ids import TableId
from store import keyspace
from store.upkeep.inspection import Inspection
from store.upkeep.mending import Mending
from workers.scrub.histories import Histories
from workers.scrub.report import REPAIR, DamagedKey, Finding


class Registry:
    def __init__(self, inspection: Inspection, histories: Histories) -> None:
        self._inspection = inspection
        self._histories = histories

    async def check(self, partition: int, tables: set[TableId]) -> list[Finding]:
        """Compare the registry with the tables that were found; tables may open meanwhile."""
        named = await self._inspection.registry(partition)
        missing = {
            table for table in sorted(tables - named) if await self._inspection.exists(table)
        }
        extra = {
            table for table in sorted(named - tables) if not await self._inspection.exists(table)
        }
        if not missing and not extra:
            return []
        key = keyspace.tables(partition)
        why = f"{len(missing)} tables are missing, {len(extra)} are not in the store."
        remedy = partial(
            Mending.put_registry, partition=partition, missing=sorted(missing), extra=sorted(extra)
        )
        return [Finding(DamagedKey(key, "registry of tables", why, REPAIR), remedy)]
