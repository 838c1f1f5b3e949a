"""Checks the row, the idempotency records and the deadline of a table against its history."""

from collections.abc import Mapping, Set
from functools import partial

from application.table_cache import TableCache
from domain.audit.stored_history import idempotency_records
from domain.judging.decision_clock import deadline_of, next_timer_check
from domain.kernel.ids import TableId
from store import keyspace
from workers.upkeep.keys.derived_keys import DerivedKeys
from workers.upkeep.keys.inspection import Inspection
from workers.upkeep.scrub.histories import Histories, SoundTable
from workers.upkeep.scrub.report import REPAIR, DamagedKey, DamageFound, Rebuild

LOOKING_MS = 5_000  # the timers may be looking at a table that is due


class TableKeys:
    def __init__(self, inspection: Inspection, histories: Histories, tables: TableCache) -> None:
        self._inspection = inspection
        self._histories = histories
        self._tables = tables

    async def differing(
        self, sound: Mapping[TableId, SoundTable]
    ) -> tuple[list[TableId], list[TableId]]:
        """Return the tables whose records, and those whose deadline, their history does not say."""
        found = await self._inspection.keys_of([*sound])
        records, deadlines = [], []
        for (table, one), (stored, due) in zip(sound.items(), found, strict=True):
            if stored != idempotency_records(one.commits):
                records.append(table)
            if due != one.due:
                deadlines.append(table)
        return records, deadlines

    async def idempotency(self, table: TableId, key: str, sound: SoundTable) -> list[DamageFound]:
        """Compare the records with the history; if they differ, with what it says by now."""
        stored = await self._inspection.idempotency(table)
        if stored == idempotency_records(sound.commits):
            return []
        again = await self._histories.reload(table)
        if again is None:
            return []
        expected = idempotency_records(again.commits)
        wrong = {name: body for name, body in expected.items() if stored.get(name) != body}
        unknown = tuple(stored.keys() - expected.keys())
        if not wrong and not unknown:
            return []
        why = f"{len(wrong)} records are missing or wrong, {len(unknown)} belong to no command."
        damage = DamagedKey(key, "idempotency records", why, REPAIR, table)
        put = partial(DerivedKeys.put_idempotency, table=table, records=wrong, unknown=unknown)
        return [DamageFound(damage, put)]

    async def row(self, table: TableId) -> list[DamageFound]:
        """Compare the row that is stored beside the history with what the history says by now."""
        again = await self._histories.reload(table)
        if again is None or not again.row_differs:
            return []
        why = "The row beside the history is not what the history says."
        damage = DamagedKey(keyspace.meta(table), "row", why, REPAIR, table)
        return [DamageFound(damage, Rebuild("table_list"))]

    async def deadline(
        self, partition: int, table: TableId, key: str, sound: SoundTable
    ) -> list[DamageFound]:
        """Compare the time at which the timers will look at the table with its deadline."""
        if await self._inspection.due(table) == sound.due:
            return []
        live = await self._tables.fresh(table)
        seen = await self._inspection.due(table)
        due, deadline = next_timer_check(live.state, live.at), deadline_of(live.state)
        now = await self._inspection.now()
        if seen == due or (due is not None and _is_at_work(seen, due, deadline, now)):
            return []
        why = "The table is missing." if seen is None else "The time of the table is wrong."
        why = "A table without a deadline is listed." if due is None else why
        put = partial(DerivedKeys.put_due, partition=partition, table=table, due=due, seen=seen)
        return [DamageFound(DamagedKey(key, "deadlines", why, REPAIR, table), put)]

    async def strangers(self, partition: int, key: str, known: Set[TableId]) -> list[DamageFound]:
        """Find members of the deadlines that are no tables."""
        found = []
        for table, seen in (await self._inspection.dues(partition)).items():
            if table not in known and await self._histories.reload(table) is None:
                why = f"There is no table {table}."
                damage = DamagedKey(key, "deadlines", why, REPAIR)
                put = partial(
                    DerivedKeys.put_due, partition=partition, table=table, due=None, seen=seen
                )
                found.append(DamageFound(damage, put))
        return found


def _is_at_work(seen: float | None, due: int, deadline: int | None, now: int) -> bool:
    """Return whether the timers, or a bot, may just be busy with a table that is due."""
    latest = now + LOOKING_MS
    return seen is not None and due <= now and seen <= max(latest, deadline or 0)
