"""Checks the registry of a partition: it names the tables that have keys in the store."""

from functools import partial

from domain.kernel.ids import TableId
from store import keyspace
from workers.upkeep.keys.derived_keys import DerivedKeys
from workers.upkeep.keys.inspection import Inspection
from workers.upkeep.scrub.histories import Histories
from workers.upkeep.scrub.report import REPAIR, DamagedKey, DamageFound


class Registry:
    def __init__(self, inspection: Inspection, histories: Histories) -> None:
        self._inspection = inspection
        self._histories = histories

    async def check(self, partition: int, tables: set[TableId]) -> list[DamageFound]:
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
            DerivedKeys.put_registry,
            partition=partition,
            missing=sorted(missing),
            extra=sorted(extra),
        )
        return [DamageFound(DamagedKey(key, "registry of tables", why, REPAIR), remedy)]
