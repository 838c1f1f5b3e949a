"""Whether the store has lost events that this process knows: a fail-over may undo the last ones."""

from application.ports.event_log import EventLog
from domain.judging.stored import extend
from domain.kernel.ids import TableId, Version


async def is_rewritten(
    log: EventLog, table: TableId, seed: bytes, version: Version, head: bytes
) -> bool:
    """Return whether this head is no longer on the stored chain of the table."""
    stored = await log.head(table)
    if stored is None or stored[0] < version:
        return True
    last, stored_head = stored
    if last == version:
        return stored_head != head
    since = [entry for entry in await log.read(table, after=version) if entry.last <= last]
    return extend(head, seed, since) != stored_head
