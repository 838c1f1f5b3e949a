"""Moves the clock of a sandbox, and does at once what its time then asks for."""

from application.attempt import Condition
from application.handle import handle
from application.table_cache import TableCache
from domain.judging.actors import ByClock, ByPlayer
from domain.judging.commit import Key
from domain.judging.decision_clock import (
    AbandonTable,
    CloseWithheld,
    PlayDefault,
    next_timer_action,
)
from domain.judging.live_table import LiveTable, time_of
from domain.kernel.ids import TableId
from domain.kernel.refusals import Rejected
from domain.table.commands import AdvanceClock, CallTime

MOST_CALLS = 100  # of time, for one move of the clock; the timers do the rest
FASTER = {"not_due", "table_finished"}  # a timer was


async def advance_clock(
    tables: TableCache,
    table: TableId,
    host: ByPlayer,
    command: AdvanceClock,
    key: Key | None,
    condition: Condition,
) -> LiveTable:
    """Move the clock, call time at every deadline that has passed, and return the table."""
    await handle(tables, table, host, command, key, condition)
    for _ in range(MOST_CALLS):
        live = await tables.fresh(table)
        action = next_timer_action(live.state, time_of(live.state, live.at, None, live.at))
        if not isinstance(action, AbandonTable | CloseWithheld | PlayDefault):
            break
        try:
            await handle(tables, table, ByClock(), CallTime())
        except Rejected as refusal:
            if refusal.code not in FASTER:
                raise
    return await tables.fresh(table)
