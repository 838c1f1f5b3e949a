"""The tables that a fork descends from: their commands are needed to judge its past."""

from collections.abc import Sequence

from msgspec import MsgspecError
from msgspec.structs import replace

from application.ports.event_log import BrokenTable, EventLog, in_pages
from domain.judging.codec import decode_without_rules
from domain.judging.stored import Ancestor, Entry, Stored
from domain.table.commands import ForkOf
from domain.table.end_events import TableForked

FORKED = f'"type":"{TableForked.type}"'.encode()  # found in the bytes of such an event


async def ancestors_of(log: EventLog, fork: ForkOf | None) -> tuple[Ancestor, ...]:
    """Return the ancestors of a fork, oldest first; none if the table is not a fork."""
    found: list[Ancestor] = []
    while fork is not None:
        ancestor, fork = await _ancestor(log, fork)
        found.insert(0, ancestor)
    return tuple(found)


async def with_ancestors(log: EventLog, stored: Stored) -> Stored:
    """Return the stored table with its ancestors, so that it can be judged."""
    return replace(stored, ancestors=await ancestors_of(log, _last_fork(stored.entries)))


async def _ancestor(log: EventLog, fork: ForkOf) -> tuple[Ancestor, ForkOf | None]:
    """Return one ancestor, and the fork with which it began if it is a fork itself."""
    records: list[bytes] = []
    earlier: ForkOf | None = None
    version = 0
    async for page in in_pages(log, fork.table, fork.version):
        records += [entry.record for entry in page if entry.record is not None]
        earlier = _last_fork(page) or earlier
        version = page[-1].last
    if version != fork.version:
        raise BrokenTable(fork.table)
    try:
        head, seed = bytes.fromhex(fork.head), bytes.fromhex(fork.seed)
    except ValueError:
        raise BrokenTable(fork.table) from None
    return Ancestor(fork.table, seed, fork.version, head, tuple(records)), earlier


def _last_fork(entries: Sequence[Entry]) -> ForkOf | None:
    forked = [each for entry in entries for each in entry.events if FORKED in each]
    if not forked:
        return None
    try:
        event = decode_without_rules(forked[-1]).event
    except (MsgspecError, KeyError):
        return None  # a damaged event; judging reports it
    return event.of if isinstance(event, TableForked) else None
